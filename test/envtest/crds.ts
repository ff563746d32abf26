import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json, Rest } from './rest.ts'

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

interface CrdSpec {
  readonly group: string
  readonly names: { readonly plural: string }
  readonly versions: readonly { readonly name: string }[]
}

/** Until then the API server has the CRD and answers 404 for its objects. */
const untilServed = async (rest: Rest, crd: Json): Promise<void> => {
  const { group, names, versions } = crd['spec'] as CrdSpec
  const path = `/apis/${group}/${versions[0]?.name ?? ''}/${names.plural}?limit=1`
  while ((await rest.send('GET', path)).status !== 200) await sleep(25)
}

/** Creates CRDs from the files and waits until their objects are served. */
export const installCrds = async (rest: Rest, files: readonly string[]): Promise<void> => {
  // A megabyte of YAML that the API server reads faster than we would.
  const install = async (file: string): Promise<Json> => {
    const { status, text } = await rest.send('POST', CRDS, readFileSync(file), {
      'content-type': 'application/yaml',
    })
    if (status !== 201) throw new Error(`${file}: ${status} ${text.slice(0, 500)}`)
    return JSON.parse(text) as Json
  }
  await Promise.all(files.map(async (file) => untilServed(rest, await install(file))))
}
