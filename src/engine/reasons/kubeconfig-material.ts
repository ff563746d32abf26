import type { ReasonText } from './reason-text.ts'

const MESSAGES: Readonly<Record<string, string>> = {
  'broken-pem': 'has PEM markers, but no PEM block that Go reads',
  'encoded-twice': 'is base64-encoded twice',
  encrypted: 'is an encrypted private key, which Argo CD cannot open',
  'holds-key': 'holds a private key where a certificate belongs',
  'joined-pem': 'has two PEM blocks joined on one line, which Go does not read',
  mismatch: 'is a key that does not belong to client-certificate-data',
  'no-certificate': 'holds no certificate',
  'no-key': 'holds no private key',
  'not-a-certificate': 'holds a certificate that does not parse',
  'not-a-key': 'holds a private key that does not parse',
  'not-base64': 'is not base64',
  'not-pem': 'decodes to something that is not PEM',
  'raw-pem': 'is PEM text where its base64 belongs',
  'white-space': 'has white space or control characters inside',
}

const REMEDIES: Readonly<Record<string, string>> = {
  'broken-pem':
    'write it again: each marker on a line of its own, nothing after it, and whole base64 with its padding between',
  'encoded-twice': 'encode the PEM file once (`base64 -w0 FILE`)',
  encrypted: 'store the key without a passphrase (`openssl pkey -in FILE`)',
  'holds-key': 'put the certificate there, and replace the key that was exposed',
  'joined-pem':
    'put a line break between the blocks (`cat` joins files that end without one), and encode it again',
  mismatch: 'store the certificate and the key of one and the same pair',
  'raw-pem': 'encode the PEM file once (`base64 -w0 FILE`)',
  'white-space': 'store the token as one line without blanks',
}

/** What is wrong with a field that should hold base64 of PEM, to follow the field's name. */
export const MATERIAL = {
  message: (problem: string): string => MESSAGES[problem] ?? 'is not usable',
  remedy: (problem: string): string =>
    REMEDIES[problem] ??
    'put the PEM there as base64 (`base64 -w0 FILE`), or have the provisioner write it again',
} as const

/** Params: field, problem. */
export const credentialInvalid: ReasonText = {
  message: ({ field = 'the credential', problem = '' }) => `${field} ${MATERIAL.message(problem)}`,
  remedy: ({ problem = '' }) => MATERIAL.remedy(problem),
}
