import { configDigest, encodeConfig } from '../argocd/cluster-config.ts'
import type { ClusterConfig } from '../argocd/cluster-config.ts'
import { classifyServer } from './address.ts'
import { checkPair, checkToken } from './check-credential.ts'
import { chooseCredential } from './credentials.ts'
import type { Credential } from './credentials.ts'
import { translateExec } from './exec.ts'
import type { ExecContext } from './exec.ts'
import { textFields } from './fields.ts'
import { parseKubeconfig } from './parse.ts'
import { readProxy } from './proxy.ts'
import { done } from './result.ts'
import type { Step } from './result.ts'
import { selectPair } from './select-pair.ts'
import type { Pair } from './select-pair.ts'
import { checkCa, readFlags, readTransport } from './tls.ts'
import type {
  Translated,
  Translation,
  TranslationInput,
  TranslationWarning,
  Validity,
} from './translation.ts'

/** The credential's part of the config, checked, apart from the TLS settings it shares with the cluster. */
interface Proved {
  readonly config: Partial<ClusterConfig>
  readonly pair?: { readonly certData: string; readonly keyData: string }
  readonly validity?: Validity
  readonly warnings: readonly TranslationWarning[]
}

const prove = (credential: Credential, exec: ExecContext, now: number): Step<Proved> => {
  switch (credential.kind) {
    case 'basic':
      return done({
        config: { username: credential.username, password: credential.password },
        warnings: [],
      })
    case 'token': {
      const checked = checkToken(credential.token, now)
      return checked.ok ? done({ ...checked.value, config: { bearerToken: credential.token } }) : checked
    }
    case 'exec':
      return translateExec(credential.exec, exec)
    case 'pair': {
      const { certData, keyData } = credential
      return done({ config: {}, pair: { certData, keyData }, warnings: [] })
    }
  }
}

const translatePair = ({ cluster, user }: Pair, input: TranslationInput): Step<Translated> => {
  const { policy, now } = input
  const texts = textFields(cluster, ['server', 'proxy-url'])
  if (!texts.ok) return texts
  const address = classifyServer(texts.value.server, policy)
  if (!address.ok) return address
  const flags = readFlags(cluster)
  if (!flags.ok) return flags
  const { insecure, disableCompression } = flags.value
  const proxy = readProxy(texts.value['proxy-url'], insecure)
  if (!proxy.ok) return proxy
  const choice = chooseCredential(user, input.secret)
  if (!choice.ok) return choice
  const transport = readTransport(cluster, insecure)
  if (!transport.ok) return transport
  const { tls } = transport.value
  const proxyUrl = proxy.value?.url
  const { host, shownHost } = address.value
  const destination = { host, shownHost, insecure, serverName: tls.serverName, proxyUrl }
  const proved = prove(choice.value.credential, { destination, policy, allowExec: input.allowExec }, now)
  if (!proved.ok) return proved
  const { pair } = proved.value
  const config = encodeConfig({
    ...proved.value.config,
    tlsClientConfig: { ...tls, ...pair },
    disableCompression,
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
  })
  const digest = configDigest(config) ?? ''
  // What is registered already was checked when it was written; OpenSSL takes most of the time here.
  const known = digest === input.registeredDigest
  const ca = known ? done(undefined) : checkCa(tls)
  if (!ca.ok) return ca
  const checked = pair === undefined ? done(proved.value) : checkPair(pair.certData, pair.keyData, now, known)
  if (!checked.ok) return checked
  const { validity, warnings } = checked.value
  return done({
    outcome: 'translated',
    server: address.value.server,
    canonicalServer: address.value.canonicalServer,
    config,
    configDigest: digest,
    ...(validity === undefined ? {} : { validity }),
    warnings: [
      ...address.value.warnings,
      ...transport.value.warnings,
      ...(proxy.value?.warnings ?? []),
      ...choice.value.warnings,
      ...warnings,
    ],
  })
}

/** The bytes of the key; the API server keeps them in base64. */
const bytesOf = ({ secret, key }: TranslationInput): Buffer => {
  const data: Readonly<Record<string, unknown>> = secret.data ?? {}
  const value = Object.hasOwn(data, key) ? data[key] : undefined
  return Buffer.from(typeof value === 'string' ? value : '', 'base64')
}

/**
 * Turns the kubeconfig under one key of a source Secret into Argo CD's settings: parse, select the pair, judge the
 * address, choose and check the credential, encode. Pure and total: any bytes give a `Translation`, none throw, and
 * nothing is contacted. Only the selected cluster and user are judged.
 */
export const translate = (input: TranslationInput): Translation => {
  const kubeconfig = parseKubeconfig(bytesOf(input))
  if (kubeconfig === 'empty') return { outcome: 'empty' }
  if (!kubeconfig.ok) return kubeconfig.unusable
  const pair = selectPair(kubeconfig.value)
  if (!pair.ok) return pair.unusable
  const translated = translatePair(pair.value, input)
  return translated.ok ? translated.value : translated.unusable
}
