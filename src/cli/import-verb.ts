import { UsageError } from '../errors.ts'
import { isAlreadyExists } from '../kube/errors.ts'
import type { Namespace } from '../kube/objects.ts'
import { writeImport, type ImportPlan } from '../registering/import-source.ts'
import { labelling, type Labelling } from '../registering/labelling.ts'
import { applyLabelling } from '../registering/namespaces.ts'
import { shellWord } from '../registering/shell-word.ts'
import { chalksOf } from './print.ts'
import type { ImportInput } from './import-input.ts'
import type { Running } from './run-verb.ts'
import { note } from './session.ts'

const WRITES = { create: 'is made', replace: 'is replaced' } as const

/** Shows, on standard error, what is made on the hub before anything is registered from it. */
export const showImport = async (running: Running, { isNew, place, write }: ImportPlan): Promise<void> => {
  const { err } = await chalksOf(running.io, running.output)
  if (isNew) running.io.stderr(`${err.green('+')} namespace/${place.namespace}: is made\n`)
  if (write === 'none') return
  const mark = write === 'create' ? err.green('+') : err.cyan('~')
  running.io.stderr(`${mark} secret/${place.secret} in ${place.namespace}: ${WRITES[write]}\n`)
}

/** Without labels yet: nobody is to find it labelled and empty. */
const makeNamespace = async ({ session }: Running, { namespace }: ImportPlan): Promise<Namespace> => {
  try {
    return await session.hub.client.create('namespaces', namespace, {})
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    throw new UsageError(
      `namespace ${namespace.metadata.name} was made by somebody else at the same moment`,
      'run it again',
      { cause: error },
    )
  }
}

/** Says what an import leaves behind that ends half way, and how to go on or back. */
const noteLeft = (
  { io }: Running,
  { isNew, place: { namespace, secret }, write }: ImportPlan,
  { cluster, file }: ImportInput,
  isStored: boolean,
): void => {
  const left = [
    ...(isNew ? [`namespace ${namespace} was made and stays, without labels`] : []),
    ...(isStored && write !== 'none' ? [`secret ${namespace}/${secret} stays`] : []),
  ].join('; ')
  if (left === '') return
  const undo = isNew
    ? `kubectl delete namespace ${namespace}`
    : `kubectl delete secret -n ${namespace} ${secret}`
  note(
    io,
    `${left}; to finish it: ${io.program} register --import ${shellWord(file)} --name ${cluster} -n ${namespace}` +
      (write === 'replace' ? '' : `; to undo it: ${undo}`),
  )
}

/** The hub admits what can be tried without the namespace being there. */
const tryOnHub = async (running: Running, plan: ImportPlan, labelled: Labelling): Promise<void> => {
  const { client } = running.session.hub
  const { isNew, place } = plan
  if (isNew) {
    await client.create('namespaces', labelled.after, { dryRun: true })
    note(
      running.io,
      `Secret ${place.secret} was not tried on the hub: namespace ${place.namespace} is not there yet`,
    )
    return
  }
  await writeImport(client, plan, { dryRun: true })
  await applyLabelling(client, labelled, { dryRun: true })
}

/**
 * Makes the namespace where there is none, stores the kubeconfig in it, and labels it last, so that nothing half done is
 * picked up.
 * @returns the labelling as it was carried out
 * @throws UsageError or KubeError, having said what is left
 */
export const writeImported = async (
  running: Running,
  plan: ImportPlan,
  input: ImportInput,
  planned: Labelling,
): Promise<Labelling> => {
  const { dryRun, session } = running
  const { client } = session.hub
  if (dryRun === 'server') await tryOnHub(running, plan, planned)
  if (dryRun !== 'none') return planned
  const namespace = plan.isNew ? await makeNamespace(running, plan) : plan.namespace
  let isStored = false
  try {
    await writeImport(client, { ...plan, namespace }, {})
    isStored = true
    const labelled = plan.isNew ? labelling(namespace, planned.marks) : planned
    await applyLabelling(client, labelled, {})
    return labelled
  } catch (error) {
    noteLeft(running, plan, input, isStored)
    throw error
  }
}

/** Said once it is true. */
export const noteUnrenewed = ({ io }: Running, { place }: ImportPlan): void => {
  note(
    io,
    `nobody renews the kubeconfig in ${place.namespace}/${place.secret}: import it again before its credential ends`,
  )
}
