import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hub } from '../envtest/hub.ts'
import { prepare, type Endured } from './endured.ts'
import type { Fault } from './fault.ts'
import type { Form } from './form.ts'
import { openScene } from './scene.ts'

/** Opens a scene for each sight of the form, side by side, and takes them all through the fault. */
export const goThrough = async (hub: Hub, fault: Fault, form: Form): Promise<readonly Endured[]> => {
  const name = randomUUID().slice(0, 8)
  const opening = (fault.sights ?? form.sights).map((sight, index) =>
    openScene(hub, `${name}-${index}`, sight, form, fault),
  )
  const opened = await Promise.allSettled(opening)
  const scenes = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    await Promise.all(opening)
    const enduring = await Promise.all(scenes.map((scene) => prepare(scene, fault)))
    const endStage = await fault.stage?.({ hub, arenas: scenes.map(({ arena }) => arena) })
    await Promise.all(enduring.map((one) => one.bring()))
    await sleep(form.name === 'nightly' ? Math.max(fault.nightly ?? 0, form.lasting) : form.lasting)
    await endStage?.()
    return await Promise.all(enduring.map((one) => one.end()))
  } finally {
    await Promise.all(scenes.map(({ arena }) => arena.close()))
  }
}
