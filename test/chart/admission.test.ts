import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest } from '../../src/manifests/names.ts'
import { useHub } from '../envtest/shared-hub.ts'
import type { Answer } from '../envtest/rest.ts'
import { apply } from './apply.ts'
import { renderChart, useHelm } from './helm.ts'

interface Who {
  readonly user: string
  readonly group?: string
}

/** Who asks, all with every right that RBAC can give: what they may not do, the policy refuses. */
const OUTSIDER: Who = { user: 'outsider' }
const BY_NAME: Who = { user: 'system:serviceaccount:argocd:"quoted" & <odd>' }
const BY_GROUP: Who = { user: 'somebody', group: 'platform team' }

const rights = (name: string): Manifest => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name, labels: {} },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [OUTSIDER, BY_NAME, BY_GROUP].map(({ user }) => ({
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'User',
    name: user,
  })),
})

/** Endings of their names. */
const POLICIES = ['managed-by', 'cluster-name']

const SETS = [['Deny', 'Audit'], ['Warn', 'Audit'], ['Deny']] as const

for (const [index, actions] of SETS.entries())
  describe(`admission policies with ${actions.join(' and ')}, on a real API server`, function () {
    this.timeout(60_000)
    useHelm()
    const hub = useHub()
    // Of this suite's own: on one hub, policies are for everybody.
    const prefix = `admission-${index}.chart.test/`
    const MARK = `${prefix}managed-by`
    const CLUSTER = `${prefix}cluster`
    const own = (name: string): string => `admission-${index}-${name}`
    const isAudited = actions.some((action) => action === 'Audit')
    const isDenied = actions.some((action) => action === 'Deny')

    const as = (
      who: Who,
      method: string,
      path: string,
      body: object,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => {
      const { rest } = hub()
      return rest.send(method, path, body, {
        'impersonate-user': who.user,
        ...(who.group === undefined ? {} : { 'impersonate-group': who.group }),
        ...headers,
      })
    }
    const create = (who: Who, name: string, labels?: object): Promise<Answer> =>
      as(who, 'POST', '/api/v1/namespaces', { metadata: { name: own(name), ...(labels ? { labels } : {}) } })
    const patch = (who: Who, name: string, metadata: object, subresource = ''): Promise<Answer> =>
      as(who, 'PATCH', `/api/v1/namespaces/${own(name)}${subresource}`, { metadata })
    const label = (who: Who, name: string, value: string | null, key = MARK): Promise<Answer> =>
      patch(who, name, { labels: { [key]: value } })
    const labelsOf = async (name: string): Promise<Readonly<Record<string, string>>> =>
      (await hub().rest.json('GET', `/api/v1/namespaces/${own(name)}`)).metadata.labels ?? {}

    const said = ({ status, headers, text }: Answer): string => {
      const { message = '' } = status >= 300 ? (JSON.parse(text) as { readonly message?: string }) : {}
      return `${status} ${message}${headers.warning ?? ''}`
    }
    /** Policies of this suite that the audit log names as not satisfied. */
    const audited = (): readonly string[] => {
      const lines = readFileSync(join(hub().scratch, 'audit.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('validation.policy.admission.k8s.io/validation_failure'))
      return POLICIES.filter((suffix) => lines.some((line) => line.includes(`${own('policy')}-${suffix}`)))
    }

    /** What was refused, or would be: the answer, and whether the change was kept out. */
    const assertRefused = async (answer: Answer, change: () => Promise<boolean>): Promise<void> => {
      if (isDenied) {
        assert.equal(Math.floor(answer.status / 100), 4, said(answer))
        assert.match(said(answer), /ValidatingAdmissionPolicy '[\w-]+' with binding .* denied request/)
        assert.equal(answer.headers['warning'], undefined)
      } else {
        assert.equal(Math.floor(answer.status / 100), 2, said(answer))
        assert.match(said(answer), /299 - "Validation failed for ValidatingAdmissionPolicy/)
      }
      assert.equal(await change(), !isDenied)
    }
    const assertAllowed = (answer: Answer): void => {
      assert.ok(answer.status < 300, said(answer))
      assert.equal(answer.headers['warning'], undefined)
    }

    before('rights, two namespaces that are older than the policies, then the policies', async () => {
      await apply(hub().rest, rights(own('rights')))
      const old = { [MARK]: 'cluster-registrar', [CLUSTER]: 'another-name' }
      for (const [name, labels] of [
        ['old', old],
        ['plain', {}],
      ] as const)
        await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: own(name), labels } })
      const values = {
        labelPrefix: prefix,
        fullnameOverride: own('policy'),
        admissionPolicy: {
          enabled: true,
          authorizedGroups: [BY_GROUP.group],
          authorizedUsers: [BY_NAME.user],
          validationActions: actions,
          clusterNameMustMatchNamespace: true,
        },
      }
      const manifests = (await renderChart({ values })).filter(({ kind }) =>
        kind.startsWith('ValidatingAdmissionPolicy'),
      )
      assert.equal(manifests.length, 4)
      for (const manifest of manifests) await apply(hub().rest, manifest)
      // Both policies are in force as soon as each has been seen to say something.
      for (const labels of [{ [MARK]: 'probe' }, { [CLUSTER]: 'probe' }])
        for (;;) {
          const answer = await as(OUTSIDER, 'POST', '/api/v1/namespaces?dryRun=All', {
            metadata: { name: own('probe'), labels },
          })
          if (said(answer).includes('ValidatingAdmissionPolicy')) break
          await sleep(50)
        }
    })
    after('take the policies and the rights away', async () => {
      await hub().rest.send(
        'DELETE',
        `/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/${own('rights')}`,
      )
      for (const suffix of POLICIES)
        for (const kind of ['validatingadmissionpolicybindings', 'validatingadmissionpolicies'])
          await hub().rest.send(
            'DELETE',
            `/apis/admissionregistration.k8s.io/v1/${kind}/${own('policy')}-${suffix}`,
          )
    })

    it('C8.54: given an outsider, when the label is set, then that is refused, in words that name all three', async () => {
      const answer = await label(OUTSIDER, 'plain', 'cluster-registrar')

      await assertRefused(answer, async () => (await labelsOf('plain'))[MARK] === 'cluster-registrar')
      assert.match(
        said(answer),
        new RegExp(`user outsider may not change the label ${MARK} of namespace ${own('plain')}`),
      )
      await label(BY_NAME, 'plain', null)
    })

    it('C8.54: given an outsider, when the label is changed or taken away, then that is refused', async () => {
      await assertRefused(
        await label(OUTSIDER, 'old', 'another'),
        async () => (await labelsOf('old'))[MARK] === 'another',
      )
      await label(BY_NAME, 'old', 'cluster-registrar')
      await assertRefused(
        await label(OUTSIDER, 'old', null),
        async () => (await labelsOf('old'))[MARK] === undefined,
      )
      await label(BY_NAME, 'old', 'cluster-registrar')
    })

    it('C8.53: given an outsider, when a namespace is created with the label, or applied, then that is refused', async () => {
      const exists = (name: string) => async (): Promise<boolean> =>
        (await hub().rest.send('GET', `/api/v1/namespaces/${own(name)}`)).status === 200
      await assertRefused(await create(OUTSIDER, 'new', { [MARK]: 'x' }), exists('new'))

      const manifest = {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: own('applied'), labels: { [MARK]: 'x' } },
      }
      const applied = await as(
        OUTSIDER,
        'PATCH',
        `/api/v1/namespaces/${own('applied')}?fieldManager=t`,
        Buffer.from(JSON.stringify(manifest)),
        { 'content-type': 'application/apply-patch+yaml' },
      )
      await assertRefused(applied, exists('applied'))
    })

    for (const subresource of ['/status', '/finalize'])
      it(`given an outsider, when the label is set through ${subresource}, then that is refused too`, async () => {
        const path = `/api/v1/namespaces/${own('plain')}`
        const { metadata, ...rest } = await hub().rest.json('GET', path)
        const body = { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, [MARK]: 'x' } } }
        await assertRefused(
          await as(OUTSIDER, 'PUT', `${path}${subresource}`, body),
          async () => (await labelsOf('plain'))[MARK] === 'x',
        )
        await label(BY_NAME, 'plain', null)
      })

    it('C8.54: given a user or a group of the list, then the label is theirs to set and to take away', async () => {
      for (const who of [BY_NAME, BY_GROUP]) {
        assertAllowed(await label(who, 'plain', 'cluster-registrar'))
        assertAllowed(await label(who, 'plain', null))
      }
      assertAllowed(
        await create(BY_GROUP, 'theirs', { [MARK]: 'cluster-registrar', [CLUSTER]: own('theirs') }),
      )
    })

    it('C8.55 C10.53: given old namespaces, when an outsider changes something else, then neither policy minds', async () => {
      for (const name of ['old', 'plain']) {
        assertAllowed(await patch(OUTSIDER, name, { annotations: { note: 'x' }, labels: { team: 'a' } }))
        assertAllowed(await patch(OUTSIDER, name, { annotations: { note: 'y' } }, '/status'))
      }
      assertAllowed(await create(OUTSIDER, 'unmarked', { team: 'a' }))
    })

    it('C8.56: given a cluster label that is not the namespace’s name, when it is set, then that is refused, whoever asks', async () => {
      const answer = await label(BY_GROUP, 'plain', 'another', CLUSTER)
      await assertRefused(answer, async () => (await labelsOf('plain'))[CLUSTER] === 'another')
      assert.match(
        said(answer),
        new RegExp(`the label ${CLUSTER} of namespace .* must be the name of the namespace, and is another`),
      )

      assertAllowed(await label(BY_GROUP, 'plain', own('plain'), CLUSTER))
      assertAllowed(await label(BY_GROUP, 'plain', null, CLUSTER))
      assertAllowed(await label(OUTSIDER, 'old', null, CLUSTER))
    })

    it(`given all of that, then it is ${isAudited ? '' : 'not '}in the audit log`, async () => {
      await hub().audit.mark()
      assert.deepEqual(audited(), isAudited ? POLICIES : [])
    })
  })
