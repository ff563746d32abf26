import type { ListOptions } from '../client.ts'
import type { Objects, Resource } from '../objects.ts'
import { fieldSelector, labelSelector } from '../selectors.ts'
import { badRequest } from './status.ts'

/**
 * Compiles what a list or watch selects.
 * @throws KubeError 400 for a selector the API server would not take
 */
export const compileSelection = (
  resource: Resource,
  selection: Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>,
  call: string,
): ((object: Objects[Resource]) => boolean) => {
  const labels = labelSelector(selection.labelSelector)
  if (!labels.ok) throw badRequest(call, labels.fault)
  const fields = fieldSelector(resource, selection.fieldSelector)
  if (!fields.ok) throw badRequest(call, fields.fault)
  const { namespace } = selection
  return (object) =>
    (namespace === undefined || object.metadata.namespace === namespace) &&
    labels.matches(object.metadata.labels) &&
    fields.matches(object)
}
