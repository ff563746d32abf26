import assert from 'node:assert/strict'
import { makeSite, P } from '../e2e/site.ts'
import type { Hub } from '../envtest/hub.ts'
import type { Fault } from './fault.ts'

/** The address of the hub leads to another one for a while, where a registration stands whose namespace is not there.
 *  @param other of which nobody makes a site with the same name */
export const elsewhere = (other: () => Hub): Fault => ({
  title: 'the address suddenly answers for another hub, on which no namespace is known',
  // As often it is looked which hub answers.
  words: ['--interval', '2s'],
  bring: async ({ arena, site }) => {
    const twin = await makeSite(other(), site.target.replace(/^argocd-/, ''))
    await arena.sight.grant(twin)
    const stale = {
      labels: {
        'argocd.argoproj.io/secret-type': 'cluster',
        [`${P}managed-by`]: site.owner,
        [`${P}source-namespace`]: 'nowhere',
      },
      data: { name: 'twin', server: 'https://10.9.9.9', config: '{}' },
    }
    const { metadata } = await twin.secret('cluster-twin', stale)
    const { server, caFile } = other()
    arena.proxy.switchTo({ server, caFile, token: other().token(arena.sight.user) })
    arena.proxy.cut()
    return async () => {
      arena.proxy.switchTo({ server: site.hub.server, caFile: site.hub.caFile })
      arena.proxy.cut()
      // What was read before it led there may be written there.
      assert.equal((await twin.registrations()).get('cluster-twin')?.metadata.uid, metadata.uid)
    }
  },
})
