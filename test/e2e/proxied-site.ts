import { startFaultProxy, type FaultProxy } from '../envtest/fault-proxy.ts'
import type { Hub } from '../envtest/hub.ts'
import { makeSite, type Site } from './site.ts'

/** A share of the hub with a proxy before it; each of these throws before the suite's own `before` has run. */
export interface ProxiedSite {
  readonly site: () => Site
  readonly proxy: () => FaultProxy
  /** Options of a run that goes through the proxy, as the reference. */
  readonly through: () => { readonly kubeconfig: string }
}

/** Registers the hooks that make a site, bring it about what `arrange` wants, and take the proxy away again. No rule
 *  outlives its test. */
export const useProxiedSite = (
  hub: () => Hub,
  name: string,
  arrange: (site: Site, proxy: FaultProxy) => Promise<void>,
): ProxiedSite => {
  const state: { site?: Site; proxy?: FaultProxy } = {}
  const site = (): Site => state.site!
  const proxy = (): FaultProxy => state.proxy!
  before('arrange the site', async () => {
    state.site = await makeSite(hub(), name)
    state.proxy = await startFaultProxy(hub())
    await arrange(site(), proxy())
  })
  afterEach('no rule stays', () => {
    state.proxy?.rules.clear()
  })
  after('stop the proxy', () => state.proxy?.stop())
  return {
    site,
    proxy,
    through: () => ({ kubeconfig: hub().kubeconfig('reference', proxy()) }),
  }
}
