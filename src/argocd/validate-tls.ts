import { pairProblem, readCa, readKey, readLeaf } from './certificate.ts'
import type { MaterialProblem } from './certificate.ts'
import { error } from './cluster-fault.ts'
import type { ClusterFault, ClusterFaultId } from './cluster-fault.ts'
import type { Json } from './config-shape.ts'

const PATH = 'data.config.tlsClientConfig'

const MESSAGES: Readonly<Record<MaterialProblem, string>> = {
  'broken-pem':
    'it has PEM markers but no PEM block: each marker stands on a line of its own round whole base64',
  'encoded-twice': 'it is base64-encoded twice',
  encrypted: 'it is an encrypted key',
  'holds-key': 'it holds a private key where a certificate belongs',
  'joined-pem': 'it has two PEM blocks joined on one line, of which Argo CD reads neither',
  mismatch: 'it does not belong to certData',
  'no-certificate': 'it holds no certificate',
  'no-key': 'it holds no private key',
  'not-a-certificate': 'its certificate does not parse',
  'not-a-key': 'its private key does not parse',
  'not-base64': 'it is not base64, so Argo CD drops the whole Secret',
  'not-pem': 'it decodes to something that is not PEM',
  'raw-pem': 'it is PEM where its base64 belongs, so Argo CD drops the whole Secret',
}

const IDS: Readonly<Partial<Record<MaterialProblem, ClusterFaultId>>> = {
  'not-base64': 'tls-base64',
  'raw-pem': 'tls-base64',
  mismatch: 'tls-pair-mismatch',
}

const material = (field: string, problem: MaterialProblem): ClusterFault =>
  error(IDS[problem] ?? 'tls-pem', `${PATH}.${field}`, MESSAGES[problem])

const pairFaults = (certData: string, keyData: string): readonly ClusterFault[] => {
  if (certData === '' && keyData === '') return []
  if (certData === '') return [error('tls-pair-half', `${PATH}.certData`, 'it is missing beside keyData')]
  if (keyData === '') return [error('tls-pair-half', `${PATH}.keyData`, 'it is missing beside certData')]
  const leaf = readLeaf(certData)
  const key = readKey(keyData)
  const faults: ClusterFault[] = []
  if (!leaf.ok) faults.push(material('certData', leaf.problem))
  if (!key.ok) faults.push(material('keyData', key.problem))
  if (!leaf.ok || !key.ok) return faults
  const problem = pairProblem(leaf.value, key.value)
  if (problem === undefined) return []
  return [material(problem === 'not-a-certificate' ? 'certData' : 'keyData', problem)]
}

/** Faults of a `tlsClientConfig` whose fields have their right types. */
export const validateTls = (tls: Json): readonly ClusterFault[] => {
  const [ca, cert, key] = [tls.caData, tls.certData, tls.keyData].map((value) =>
    typeof value === 'string' ? value : '',
  )
  const faults: ClusterFault[] = []
  if (tls.insecure === true && ca !== '')
    faults.push(
      error(
        'tls-insecure-with-ca',
        `${PATH}.insecure`,
        'Argo CD builds no client from insecure beside caData',
      ),
    )
  const read = ca === undefined || ca === '' ? undefined : readCa(ca)
  if (read?.ok === false) faults.push(material('caData', read.problem))
  return [...faults, ...pairFaults(cert ?? '', key ?? '')]
}
