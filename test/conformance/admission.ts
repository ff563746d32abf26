import assert from 'node:assert/strict'
import type { Secret } from '../../src/kube/objects.ts'
import { encode, failureOf, secret, status, type Context } from './subject.ts'

/** One byte over what a Secret may hold. */
const TOO_LONG = Buffer.alloc(1_048_577).toString('base64')

interface Case {
  readonly what: string
  readonly make: (namespace: string) => Secret
}

/** All refused with 422 Invalid, for a Secret called as `make` calls it. */
const INVALID: readonly Case[] = [
  { what: 'a name with a capital letter', make: (ns) => secret(ns, 'Capital') },
  { what: 'a name with an underscore', make: (ns) => secret(ns, 'under_score') },
  { what: 'a name that starts with a dash', make: (ns) => secret(ns, '-dash') },
  { what: 'a name with an empty part', make: (ns) => secret(ns, 'a..b') },
  { what: 'a name of 254 characters', make: (ns) => secret(ns, 'a'.repeat(254)) },
  { what: 'a label value with a space', make: (ns) => secret(ns, 'a', { labels: { x: 'a b' } }) },
  { what: 'a label value that ends in a dash', make: (ns) => secret(ns, 'a', { labels: { x: 'a-' } }) },
  {
    what: 'a label value of 64 characters',
    make: (ns) => secret(ns, 'a', { labels: { x: 'a'.repeat(64) } }),
  },
  { what: 'a label key with a space', make: (ns) => secret(ns, 'a', { labels: { 'a b': 'x' } }) },
  { what: 'a label key with an empty name', make: (ns) => secret(ns, 'a', { labels: { 'a/': 'x' } }) },
  { what: 'a label key with a capital prefix', make: (ns) => secret(ns, 'a', { labels: { 'A.io/b': 'x' } }) },
  { what: 'an annotation key with a space', make: (ns) => secret(ns, 'a', { annotations: { 'a b': 'x' } }) },
  { what: 'a data key with a slash', make: (ns) => secret(ns, 'a', { data: { 'a/b': encode('x') } }) },
  { what: 'more than 1 MiB of data', make: (ns) => secret(ns, 'a', { data: { key: TOO_LONG } }) },
  {
    what: 'more than 256 KiB of annotations',
    make: (ns) => secret(ns, 'a', { annotations: { x: 'a'.repeat(262_145) } }),
  },
]

const VALID: readonly Case[] = [
  { what: 'a name with dots', make: (ns) => secret(ns, 'a.b-c.1') },
  { what: 'a name of 253 characters', make: (ns) => secret(ns, 'a'.repeat(253)) },
  { what: 'an empty label value', make: (ns) => secret(ns, 'a', { labels: { 'a.io/B_c.d': '' } }) },
  {
    what: 'a label value of 63 characters',
    make: (ns) => secret(ns, 'a', { labels: { x: 'A'.repeat(63) } }),
  },
  {
    what: 'an annotation key with capitals',
    make: (ns) => secret(ns, 'a', { annotations: { 'a.io/Camel': '' } }),
  },
  { what: 'a data key with dots', make: (ns) => secret(ns, 'a', { data: { 'Kube_config.yaml-1': '' } }) },
  { what: 'a value with line breaks', make: (ns) => secret(ns, 'a', { data: { key: 'dmFs\ndWU=\r\n' } }) },
]

export const admissionCases = (hub: Context): void => {
  describe('what may be stored', () => {
    for (const { what, make } of INVALID) {
      it(`refuses ${what} as Invalid, on a dry run too`, async () => {
        const object = make(await hub.namespace())
        const expected = status(422, 'Invalid', 'Secret', object.metadata.name)

        assert.deepEqual(await failureOf(hub.client.create('secrets', object)), expected)
        assert.deepEqual(await failureOf(hub.client.create('secrets', object, { dryRun: true })), expected)
      })
    }

    for (const { what, make } of VALID) {
      it(`takes ${what}`, async () => {
        const object = make(await hub.namespace())

        const { metadata } = await hub.client.create('secrets', object)

        assert.equal(metadata.name, object.metadata.name)
        assert.deepEqual(metadata.labels, object.metadata.labels)
        assert.deepEqual(metadata.annotations, object.metadata.annotations)
      })
    }

    it('refuses a value that is not base64 as a bad request', async () => {
      const namespace = await hub.namespace()
      for (const value of ['***', 'dg', 'dg=', 'd_-_', 'd g==']) {
        assert.deepEqual(
          await failureOf(hub.client.create('secrets', secret(namespace, 'a', { data: { key: value } }))),
          status(400, 'BadRequest'),
          value,
        )
      }
    })
  })
}
