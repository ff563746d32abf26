import type { Json } from '../envtest/rest.ts'
import { inParallel } from './changes.ts'
import { P, type Site } from './site.ts'

const pathOf = ({ target }: Site, name = ''): string =>
  `/api/v1/namespaces/${target}/secrets${name === '' ? '' : `/${name}`}`

export const registration = (site: Site, cluster: string): Promise<Json> =>
  site.hub.rest.json('GET', pathOf(site, `cluster-${cluster}`))

/** A hand or another controller at a registration: a merge patch. */
export const patchRegistration = (site: Site, cluster: string, patch: object): Promise<Json> =>
  site.hub.rest.json('PATCH', pathOf(site, `cluster-${cluster}`), patch)

/** Every Secret of the target namespace with the version it stands at: equal before and after = nothing was written. */
export const versions = async (site: Site): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    [...(await site.registrations())].map(([name, { metadata }]) => [name, metadata.resourceVersion]),
  )

/** Puts the target namespace back to how `secrets` has it, but for uid and resourceVersion. */
export const restore = async (site: Site, secrets: ReadonlyMap<string, Json>): Promise<void> => {
  await site.hub.rest.json('DELETE', pathOf(site))
  await inParallel([...secrets.values()], (secret) => {
    const { name, labels, annotations } = secret.metadata
    return site.hub.rest.json('POST', pathOf(site), { ...secret, metadata: { name, labels, annotations } })
  })
}

/** "Same bytes" of decisions.md §4, but for what another run of the same history gives another value of. */
export const contents = (secrets: ReadonlyMap<string, Json>): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...secrets].map(([name, { type, data, metadata }]) => {
      const {
        labels = {},
        annotations = {},
        ...rest
      } = metadata as Json['metadata'] & {
        readonly ownerReferences?: unknown
        readonly finalizers?: unknown
      }
      const stamp = labels[`${P}stale-since`]
      return [
        name,
        {
          type,
          data,
          labels:
            stamp === undefined ? labels : { ...labels, [`${P}stale-since`]: stamp.replace(/\d/g, '9') },
          annotations,
          owners: rest.ownerReferences,
          finalizers: rest.finalizers,
        },
      ]
    }),
  )
