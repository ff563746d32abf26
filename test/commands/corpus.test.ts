import assert from 'node:assert/strict'
import { parseAllDocuments } from 'yaml'
import { DECISION_REASONS } from '../../src/engine/reasons/decisions.ts'
import type { Report } from '../../src/engine/report.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { cases, type KubeconfigCase } from '../fixtures/kubeconfigs/load.ts'
import { runCli, type CliResult } from '../support/cli.ts'

const PREFIX = 'argocd-cluster-registrar/'
const NOW = Date.parse('2026-11-29T12:00:00Z')

/** A case as somebody would have it in a folder: the labelled namespace and the Secrets in it. */
const manifests = ({ id, clusterName, secret, peers }: KubeconfigCase): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          name: 'source',
          labels: { [`${PREFIX}managed-by`]: 'cluster-registrar', [`${PREFIX}cluster`]: clusterName ?? id },
        },
      },
      ...[secret, ...peers].map((item) => ({ ...item, metadata: { ...item.metadata, namespace: 'source' } })),
    ],
  })

const sync = (kubeconfigCase: KubeconfigCase, ...words: readonly string[]): Promise<CliResult> =>
  runCli(
    [
      'sync',
      '-f',
      '-',
      ...kubeconfigCase.providers.flatMap((provider) => ['--provider', provider]),
      ...(kubeconfigCase.execCredentials ? ['--exec-credentials'] : []),
      ...words,
    ],
    { stdin: manifests(kubeconfigCase), now: NOW },
  )

const decode = (secret: Secret, key: string): string =>
  Buffer.from(secret.data?.[key] ?? '', 'base64').toString()

const secretsOf = (yaml: string): Secret[] =>
  (parseAllDocuments(yaml) as { toJS(): unknown }[])
    .map((document) => document.toJS() as Secret | null)
    .filter((secret) => secret !== null)

/** Long words that are no credential: hosts, paths and names. */
const HARMLESS = /\.(?:com|io|svc|internal)\b|\/k8s\/|providers\/|-kubeconfig/

/** Values that must not show: tokens, keys and certificates of the case. */
const credentials = ({ secret, peers }: KubeconfigCase): string[] =>
  [secret, ...peers]
    .flatMap(({ data = {} }) => Object.values(data).map((value) => Buffer.from(value, 'base64').toString()))
    .flatMap((text) => text.match(/[A-Za-z0-9+/=_.-]{40,}/g) ?? [])
    .filter((word) => !HARMLESS.test(word))

describe('kubeconfigs as provisioners write them', () => {
  it('are all here', () => {
    assert.ok(cases.length >= 69)
  })

  for (const kubeconfigCase of cases) {
    const { id, expect } = kubeconfigCase
    it(`${id}: ${expect.outcome}`, async () => {
      const { code, stdout, stderr } = await sync(kubeconfigCase, '-o', 'json', '-v', '9')
      const report = JSON.parse(stdout) as Report
      const [decision, ...others] = report.decisions
      const yaml = await sync(kubeconfigCase, '-o', 'yaml')
      const [secret, ...more] = secretsOf(yaml.stdout)

      assert.deepEqual(others, [])
      assert.deepEqual(more, [])
      for (const credential of credentials(kubeconfigCase))
        assert.ok(
          !stdout.includes(credential) && !stderr.includes(credential) && !yaml.stderr.includes(credential),
          'a credential shows',
        )

      if (expect.outcome === 'registered') {
        assert.equal(decision?.action, 'register')
        assert.equal(code, 0)
        assert.ok(secret)
        assert.equal(decode(secret, 'server'), expect.server)
        assert.deepEqual(JSON.parse(decode(secret, 'config')), expect.config)
        return
      }
      assert.equal(secret, undefined)
      assert.equal(decision?.action, expect.outcome === 'skipped' ? 'wait' : 'refuse')
      assert.equal(code, expect.outcome === 'skipped' ? 0 : 1)
      assert.ok(decision.remedy, 'a remedy')
      if (expect.reason === undefined) return
      const isReason = Object.hasOwn(DECISION_REASONS, expect.reason)
      const causes = decision.candidates?.map(({ rejected }) => rejected) ?? []
      assert.ok(
        isReason ? decision.reason === expect.reason : causes.includes(expect.reason),
        `${decision.reason}: ${causes.join(', ')}`,
      )
    })
  }
})
