import assert from 'node:assert/strict'
import type { Page } from '../../src/kube/client.ts'
import type { Application } from '../../src/kube/objects.ts'
import { failureOf, status, type Context } from './subject.ts'

/** As small as the CRDs of Argo CD 3.2 take them. */
const SPECS = {
  applications: { destination: { name: 'a' }, project: 'default' },
  applicationsets: {
    generators: [],
    template: { metadata: {}, spec: { destination: {}, project: 'default' } },
  },
} as const
const KINDS = { applications: 'Application', applicationsets: 'ApplicationSet' } as const

type Kind = keyof typeof KINDS

const make = (resource: Kind, namespace: string, name: string): Application => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: KINDS[resource],
  metadata: {
    name,
    namespace,
    labels: { x: name },
    annotations: { note: 'n' },
    finalizers: ['resources-finalizer.argocd.argoproj.io'],
  },
  spec: SPECS[resource],
})

const names = (page: Page<{ readonly metadata: { readonly name: string } }>): string[] =>
  page.items.map(({ metadata }) => metadata.name)

export const applicationCases = (hub: Context): void => {
  for (const resource of ['applications', 'applicationsets'] as const)
    describe(resource, () => {
      it('are got and listed with kind, metadata and spec', async () => {
        const namespace = await hub.namespace()
        const object = make(resource, namespace, 'a')
        await hub.arrange(resource, object)

        const one = await hub.client.get(resource, { namespace, name: 'a' })
        const page = await hub.client.listPage(resource, { namespace, limit: 100 })

        const { name, labels, annotations, finalizers } = one.metadata
        assert.deepEqual(
          { ...one, metadata: { name, namespace, labels, annotations, finalizers } },
          { ...object, metadata: { ...object.metadata } },
        )
        assert.match(one.metadata.uid ?? '', /^[0-9a-f-]{36}$/)
        assert.deepEqual(page.items, [one])
        assert.equal(page.continue, undefined)
      })

      it('are listed in pages, of the hub or one namespace, by label and by name', async () => {
        const spaces = [await hub.namespace(), await hub.namespace()].sort()
        const [first = '', second = ''] = spaces
        for (const [namespace, name] of [
          [second, 'a'],
          [first, 'b'],
          [first, 'a'],
        ] as const)
          await hub.arrange(resource, make(resource, namespace, name))

        const page = await hub.client.listPage(resource, { namespace: first, limit: 1 })
        const rest = await hub.client.listPage(resource, {
          namespace: first,
          limit: 1,
          continue: page.continue ?? '',
        })
        const byLabel = await hub.client.listPage(resource, { labelSelector: 'x in (a,b)', limit: 100 })
        const byName = await hub.client.listPage(resource, {
          namespace: first,
          fieldSelector: 'metadata.name=b',
          limit: 100,
        })

        assert.deepEqual([names(page), names(rest), rest.continue], [['a'], ['b'], undefined])
        assert.deepEqual(
          byLabel.items
            .map(({ metadata }) => [metadata.namespace, metadata.name])
            .filter(([namespace]) => spaces.includes(namespace ?? '')),
          [
            [first, 'a'],
            [first, 'b'],
            [second, 'a'],
          ],
        )
        assert.deepEqual(names(byName), ['b'])
      })

      it('are listed as metadata without spec and annotations', async () => {
        const namespace = await hub.namespace()
        await hub.arrange(resource, make(resource, namespace, 'a'))

        const { items } = await hub.client.listMetadataPage(resource, { namespace, limit: 100 })

        assert.deepEqual(
          items.map((item) => [item.metadata.name, item.metadata.labels, Object.keys(item)]),
          [['a', { x: 'a' }, ['metadata']]],
        )
        assert.equal('annotations' in (items[0]?.metadata ?? {}), false)
      })

      it('are not found by a name nothing has, and cannot be selected by what they hold', async () => {
        const namespace = await hub.namespace()

        assert.deepEqual(
          await failureOf(hub.client.get(resource, { namespace, name: 'a' })),
          status(404, 'NotFound', resource, 'a'),
        )
        assert.deepEqual(
          await failureOf(hub.client.listPage(resource, { fieldSelector: 'spec.project=x', limit: 100 })),
          status(400, 'BadRequest'),
        )
      })
    })
}
