import { capi, k3k, kamaji, vcluster } from './certificate-provisioners.ts'
import { capaEks, capzAks } from './cloud-provisioners.ts'
import type { Delivery, Order } from './order.ts'

/** Each writes the Secrets its provisioner leaves, by its source code as of late 2026. */
export const PROVISIONERS = {
  k3k,
  vcluster,
  kamaji,
  'capa-eks': capaEks,
  'capz-aks': capzAks,
  capi,
} as const satisfies Readonly<Record<string, (order: Order) => Delivery>>

export type Preset = keyof typeof PROVISIONERS
