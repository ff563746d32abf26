import type { ApplicationDigest } from '../../argocd/applications.ts'
import type { Check } from '../check.ts'
import { few } from '../few.ts'
import type { Finding } from '../finding.ts'
import {
  lostDestinations,
  type DestinationProblem,
  type LostDestination,
} from './applications-destinations.ts'

const titleOf = ({ namespace, name }: ApplicationDigest): string => `${namespace}/${name}`

const findingOf = ({ by, shown, meant, successor, applications }: LostDestination): Finding => {
  const titles = applications.map(titleOf)
  const [first] = applications
  return {
    severity: 'error',
    object: shown,
    params: {
      by,
      destination: shown,
      applications: few(titles),
      namespace: first?.namespace ?? '',
      application: first?.name ?? '',
      ...(first?.generatedBy === undefined ? {} : { set: first.generatedBy }),
      ...(meant === undefined ? {} : { meant }),
      ...(successor === undefined ? {} : { successor }),
    },
    related: titles,
  }
}

const destinationCheck = (id: DestinationProblem): Check => ({
  id,
  section: 'argocd',
  on: 'hub',
  run: async (inspection) =>
    (await lostDestinations(inspection)).filter(({ problem }) => problem === id).map(findingOf),
})

/** Whether every Application's destination leads to a cluster. */
export const DESTINATION_CHECKS: readonly Check[] = [
  destinationCheck('app-destination-unknown'),
  destinationCheck('app-destination-spelling'),
  destinationCheck('app-orphaned-destination'),
]
