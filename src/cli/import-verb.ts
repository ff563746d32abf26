import { writeImport, type ImportPlan } from '../registering/import-source.ts'
import type { Labelling } from '../registering/labelling.ts'
import type { Running } from './run-verb.ts'

/**
 * Makes the namespace where there is none, labelled at once, and stores the kubeconfig in it. Into a namespace that is there
 * the kubeconfig goes before the labels, so that nobody finds it labelled and empty.
 */
export const writeImported = async (
  { dryRun, io, session }: Running,
  plan: ImportPlan,
  labellings: readonly Labelling[],
): Promise<void> => {
  const { isNew, place } = plan
  const { client } = session.hub
  io.stderr(
    `note: nobody renews the kubeconfig in ${place.namespace}/${place.secret}: import it again before its credential ends\n`,
  )
  if (dryRun === 'client') return
  const options = { dryRun: dryRun === 'server' }
  if (isNew) for (const { after } of labellings) await client.create('namespaces', after, options)
  if (isNew && options.dryRun)
    io.stderr(
      `note: Secret ${place.secret} was not tried on the hub: namespace ${place.namespace} is not there yet\n`,
    )
  else await writeImport(client, plan, options)
}
