import { readFileSync } from 'node:fs'
import type { Secret } from '../../src/kube/objects.ts'

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

export const pem = (name: string): string =>
  readFileSync(new URL(`../fixtures/certificates/${name}.pem`, import.meta.url), 'utf8')

export const CA = base64(pem('ca'))
export const CERT = base64(pem('client'))
export const KEY = base64(pem('client-key'))

export const GOOD_CONFIG = { tlsClientConfig: { insecure: false, caData: CA, certData: CERT, keyData: KEY } }

export interface Parts {
  readonly data?: Readonly<Record<string, string | undefined>>
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

/** A good cluster Secret with parts of it replaced; a data value of `undefined` takes the key out. */
export const clusterSecret = ({ data, labels, annotations }: Parts = {}): Secret => {
  const texts: Readonly<Record<string, string | undefined>> = {
    name: 'edge',
    server: 'https://api.example.com:6443',
    config: JSON.stringify(GOOD_CONFIG),
    ...data,
  }
  return {
    metadata: {
      name: 'cluster-edge',
      labels: labels ?? { 'argocd.argoproj.io/secret-type': 'cluster' },
      ...(annotations === undefined ? {} : { annotations }),
    },
    data: Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, base64(text)]])),
    ),
  }
}
