import { UsageError } from '../../errors.ts'
import type { Place } from '../objects.ts'

export const FIX_FILE = 'fix the file, or leave it out of --filename'
const RENDER = 'render the chart first: helm template NAME CHART | kubectl registrar sync -f -'

/** A manifest that can't be used, and where. `fault` never holds a value of a Secret. */
export const broken = ({ file, line }: Place, fault: string, remedy: string): UsageError =>
  new UsageError(`${file}:${line}: ${fault}`, remedy)

/** A text that can't be read as YAML or JSON, `before` lines into the file. Braces of a template in its line say why. */
export const unparsable = (text: string, place: Place, before: number, fault: string): UsageError => {
  const line = place.line - before
  const written = text.split('\n', line)[line - 1] ?? ''
  return written.includes('{{')
    ? broken(place, 'a template, not a manifest', RENDER)
    : broken(place, fault, FIX_FILE)
}
