import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { findingText } from '../../src/doctor/catalogue.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { P } from '../e2e/site.ts'
import { apply, brief, clientOf, inspectionAs, objectsOf, resultsFor } from './hub-identity.ts'

const T = 'argocd-doctor-access'
const IDS = [
  'target-namespace-missing',
  'access-namespaces',
  'access-secrets',
  'access-write',
  'access-lease',
  'access-watch-secrets',
  'access-too-wide',
]
const settings = resolveSettings({
  targetNamespace: { value: T, origin: 'test' },
  managedBy: { value: 'owner-doctor-access', origin: 'test' },
})

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const API = 'rbac.authorization.k8s.io'

describe('rights as the checks of access see them, on a real API server', () => {
  const hub = useHub()
  const closing: (() => void)[] = []

  before('make the target namespace, and two source namespaces', async () => {
    const { rest } = hub()
    await rest.json('POST', '/api/v1/namespaces', { metadata: { name: T } })
    await rest.json('POST', `/api/v1/namespaces/${T}/configmaps`, { metadata: { name: 'argocd-cm' } })
    for (const name of ['doctor-open', 'doctor-closed'])
      await rest.json('POST', '/api/v1/namespaces', {
        metadata: { name, labels: { [`${P}managed-by`]: 'owner-doctor-access', [`${P}cluster`]: name } },
      })
  })
  after('close the clients', () => {
    for (const close of closing) close()
  })

  const seenBy = async (user: string): Promise<Awaited<ReturnType<typeof resultsFor>>> => {
    const client = await clientOf(hub(), user)
    closing.push(() => {
      client.close()
    })
    const results = await resultsFor(inspectionAs(client, settings), IDS)
    assert.equal(client.counters().writes, 0)
    assert.ok(client.counters().requests <= 40, String(client.counters().requests))
    return results
  }

  /** The blocks of docs/rbac.md, in their order: what `sync` needs, what is optional, what is for `watch`. */
  const granted = (name: string, ...roles: readonly RegExp[]): Promise<void> =>
    apply(
      hub().rest,
      objectsOf('rbac.md', { 'kubectl-registrar': name, 'namespace: argocd': `namespace: ${T}` }).filter(
        ({ metadata }) => roles.some((role) => role.test(metadata.name)),
      ),
    )

  const grant = async (
    user: string,
    name: string,
    rules: readonly unknown[],
    namespace?: string,
  ): Promise<void> => {
    const base = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`
    const kind = namespace === undefined ? 'ClusterRole' : 'Role'
    const role = `${name}-${namespace ?? 'all'}`
    await hub().rest.json('POST', `${base}/${kind.toLowerCase()}s`, { metadata: { name: role }, rules })
    await hub().rest.json('POST', `${base}/${kind.toLowerCase()}bindings`, {
      metadata: { name: role },
      roleRef: { apiGroup: API, kind, name: role },
      subjects: [{ apiGroup: API, kind: 'User', name: user }],
    })
  }

  it('somebody without rights may nothing, and each remedy gives what is missing', async () => {
    const user = 'doctor-nobody'
    const before = await seenBy(user)
    assert.deepEqual(brief(before), [
      'target-namespace-missing skipped',
      'access-namespaces error namespaces',
      'access-namespaces warning namespaces',
      'access-namespaces info namespaces',
      'access-namespaces info namespaces',
      'access-secrets error secrets',
      `access-secrets error secrets in ${T}`,
      `access-write error secrets in ${T}`,
      `access-write warning secrets in ${T}`,
      `access-lease info leases in ${T}`,
      'access-watch-secrets info secrets',
      `access-watch-secrets info secrets in ${T}`,
    ])

    const remedies = before.flatMap((result) =>
      'findings' in result
        ? result.findings.map(({ params }) => findingText(result.check.id, params).remedy)
        : [],
    )
    for (const [index, remedy] of remedies.entries()) {
      const [, namespace, rule] =
        /^add to a (?:ClusterRole|Role in (\S+)) bound to doctor-nobody: (\{.*\})$/.exec(remedy)!
      await grant(user, `doctor-nobody-${index}`, [parse(rule!)], namespace)
    }
    assert.deepEqual(brief(await seenBy(user)), ['target-namespace-missing skipped'])
  })

  it('a ServiceAccount with the rights of docs/rbac.md lacks only those of watch, until it has them', async () => {
    const robot = `system:serviceaccount:${T}:doctor-robot`
    await granted('doctor-robot', /^doctor-robot$/)
    assert.deepEqual(brief(await seenBy(robot)), [
      'target-namespace-missing skipped',
      `access-lease warning leases in ${T}`,
      'access-watch-secrets warning secrets',
      `access-watch-secrets warning secrets in ${T}`,
    ])

    await granted('doctor-robot', /-optional$/, /-watch$/)
    assert.deepEqual(brief(await seenBy(robot)), [])
  })

  it('a ServiceAccount that may do everything may too much, and a person may', async () => {
    const wide = `system:serviceaccount:${T}:doctor-wide`
    const all = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]
    await grant(wide, 'doctor-wide', all)
    await grant('doctor-person', 'doctor-person', all)

    const [found] = (await seenBy(wide)).filter(({ result }) => result !== 'passed')
    assert.deepEqual(brief([found!]), [`access-too-wide warning ${wide}`])
    assert.ok('findings' in found!)
    assert.equal(found.findings[0]!.params['verbs'], 'create, update, patch, delete')
    assert.deepEqual(brief(await seenBy('doctor-person')), [])
  })

  it('Secrets that may be listed in some namespaces only: those that are closed are named', async () => {
    const user = 'doctor-partly'
    const list = { apiGroups: [''], resources: ['secrets'], verbs: ['list'] }
    await grant(user, 'doctor-partly', [
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch', 'patch'] },
    ])
    await grant(user, 'doctor-partly', [{ ...list, verbs: ['get', 'list'] }], T)
    await grant(user, 'doctor-partly', [list], 'doctor-open')
    const closed = (results: Awaited<ReturnType<typeof resultsFor>>): readonly string[] =>
      brief(results).filter((text) => text.startsWith('access-secrets'))

    assert.deepEqual(closed(await seenBy(user)), ['access-secrets error secrets in doctor-closed'])
    await grant(user, 'doctor-partly', [list], 'doctor-closed')
    assert.deepEqual(closed(await seenBy(user)), [])
  })
})
