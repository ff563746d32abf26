import { compactBase64 } from '../argocd/base64.ts'
import { dataText } from '../argocd/cluster-secret.ts'
import type { Secret } from '../kube/objects.ts'
import { has, isFilled, sectionField, textField, textFields } from './fields.ts'
import type { Section } from './fields.ts'
import { printableName } from './printable.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { TranslationWarning } from './translation.ts'

/** The one way in that a user entry offers, chosen but not yet checked. */
export type Credential =
  | { readonly kind: 'pair'; readonly certData: string; readonly keyData: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'exec'; readonly exec: Section }

export interface Choice {
  readonly credential: Credential
  readonly warnings: readonly TranslationWarning[]
}

const TEXTS = [
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'token',
  'tokenFile',
  'username',
  'password',
] as const

type Texts = Readonly<Record<(typeof TEXTS)[number], string>>

const IMPERSONATION = ['as', 'as-uid', 'as-groups', 'as-user-extra'] as const

/** What no form of registration can carry, whatever else is there. */
const unsupported = (user: Section): ReturnType<typeof refuse> | undefined => {
  if (has(user, 'auth-provider')) {
    const provider = sectionField(user, 'auth-provider')
    const name = provider.ok ? textField(provider.value, 'name') : undefined
    return refuse('auth-provider', { name: name?.ok === true ? printableName(name.value) : '' })
  }
  const field = IMPERSONATION.find((candidate) => isFilled(user, candidate))
  return field === undefined ? undefined : refuse('impersonation', { field })
}

const KEY = /^(?:\.\/)*([-._a-zA-Z0-9]+)$/

/** A relative tokenFile names another key of the Secret it is mounted from; every other path is out of reach. */
const siblingToken = (path: string, secret: Secret): Step<string> => {
  const key = KEY.exec(path)?.[1] ?? '..'
  if (key === '.' || key === '..') return refuse('credential-file', { field: 'tokenFile' })
  const token = dataText(secret, key)
  if (token === undefined) return refuse('credential-file', { field: 'tokenFile', key: printableName(key) })
  return token.trim() === ''
    ? refuse('credential-missing', { problem: 'empty-token-file', key: printableName(key) })
    : done(token.trim())
}

interface Statics {
  readonly certData: string
  readonly keyData: string
  readonly token: string
  readonly username: string
  readonly password: string
}

const readStatics = (texts: Texts, secret: Secret): Step<Statics> => {
  for (const field of ['client-certificate', 'client-key'] as const)
    if (texts[field] !== '') return refuse('credential-file', { field })
  const embedded = texts.token.trim()
  const token =
    embedded === '' && texts.tokenFile !== '' ? siblingToken(texts.tokenFile, secret) : done(embedded)
  if (!token.ok) return token
  return done({
    certData: compactBase64(texts['client-certificate-data']),
    keyData: compactBase64(texts['client-key-data']),
    token: token.value,
    username: texts.username,
    password: texts.password,
  })
}

const half = (present: string, missing: string): ReturnType<typeof refuse> =>
  refuse('credential-missing', { problem: 'half', present, missing })

/** A complete pair goes before a token, as when Argo CD's own CLI writes the Secret; half of anything is refused. */
const chooseStatic = (statics: Statics): Step<Credential | undefined> => {
  const { certData, keyData, token, username, password } = statics
  if (certData !== '' && keyData === '') return half('client-certificate-data', 'client-key-data')
  if (keyData !== '' && certData === '') return half('client-key-data', 'client-certificate-data')
  if (username !== '' && password === '') return half('username', 'password')
  if (password !== '' && username === '') return half('password', 'username')
  if (username !== '' && (token !== '' || certData !== ''))
    return refuse('credential-ambiguous', { other: token === '' ? 'client-certificate-data' : 'token' })
  if (certData !== '') return done({ kind: 'pair', certData, keyData })
  if (token !== '') return done({ kind: 'token', token })
  return done(username === '' ? undefined : { kind: 'basic', username, password })
}

/**
 * Chooses the credential of the selected user. Anything static goes before `exec`; Argo CD has no field for file
 * paths, auth-provider or impersonation, and leaving those out would sign in as someone else.
 */
export const chooseCredential = (user: Section, secret: Secret): Step<Choice> => {
  const refusal = unsupported(user)
  if (refusal !== undefined) return refusal
  const texts = textFields(user, TEXTS)
  if (!texts.ok) return texts
  const statics = readStatics(texts.value, secret)
  if (!statics.ok) return statics
  const chosen = chooseStatic(statics.value)
  if (!chosen.ok) return chosen
  const ignored = texts.value.token.trim() !== '' && texts.value.tokenFile !== ''
  const warnings: readonly TranslationWarning[] = ignored ? [{ id: 'token-file-ignored', params: {} }] : []
  if (chosen.value !== undefined) return done({ credential: chosen.value, warnings })
  const exec = sectionField(user, 'exec')
  if (!exec.ok) return exec
  if (exec.value.map === undefined) return refuse('credential-missing', { problem: 'none' })
  return done({ credential: { kind: 'exec', exec: exec.value }, warnings })
}
