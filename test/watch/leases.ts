import type { Site } from '../e2e/site.ts'
import type { Json } from '../envtest/rest.ts'

const leasesOf = ({ target }: Site): string => `/apis/coordination.k8s.io/v1/namespaces/${target}/leases`

const onlyLease = async (site: Site): Promise<Json | undefined> =>
  (await site.hub.rest.json('GET', leasesOf(site))).items?.[0]

/** Who leads on a site: undefined where there is no Lease, empty where it was given back. */
export const holderOf = async (site: Site): Promise<string | undefined> => {
  const lease = await onlyLease(site)
  return lease && ((lease['spec'] as { readonly holderIdentity?: string }).holderIdentity ?? '')
}
