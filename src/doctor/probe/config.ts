import { decodeBase64 } from '../../argocd/base64.ts'
import { isJsonObject, shapeConfig } from '../../argocd/config-shape.ts'

export interface Credentials {
  /** The whole header. */
  readonly authorization?: string
  /** PEM. */
  readonly pair?: { readonly cert: string; readonly key: string }
}

export type Fields = Readonly<Record<string, unknown>>

export const objectAt = (fields: Fields, key: string): Fields => {
  const value = fields[key]
  return isJsonObject(value) ? value : {}
}

export const textAt = (fields: Fields, key: string): string => {
  const value = fields[key]
  return typeof value === 'string' ? value : ''
}

export const readConfig = (text: string): Fields | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return isJsonObject(parsed) ? shapeConfig(parsed).value : undefined
  } catch {
    return undefined
  }
}

/** Base64 of PEM, as text; empty where it is neither. */
export const pem = (field: string): string => decodeBase64(field)?.toString('latin1') ?? ''

/** What HTTP lets a header hold. */
const isHeaderText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

const authorizationOf = (config: Fields): string | undefined => {
  const token = textAt(config, 'bearerToken')
  if (token !== '') return isHeaderText(token) ? `Bearer ${token}` : undefined
  const [username, password] = [textAt(config, 'username'), textAt(config, 'password')]
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

export const credentialsOf = (config: Fields): Credentials => {
  const tls = objectAt(config, 'tlsClientConfig')
  const authorization = authorizationOf(config)
  const pair = { cert: pem(textAt(tls, 'certData')), key: pem(textAt(tls, 'keyData')) }
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(pair.cert === '' || pair.key === '' ? {} : { pair }),
  }
}
