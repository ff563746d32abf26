import { keysUnder } from '../engine/keys.ts'
import type { ReportDecision } from '../engine/report.ts'
import { shellWord } from '../registering/shell-word.ts'
import type { RegisterInputs } from './register-inputs.ts'
import type { Running } from './run-verb.ts'

/**
 * The remedy of a name that is refused, for somebody who gave it here: the namespace is not labelled, and its label would not
 * be read in place of the flag.
 */
export const nameRemedy = (
  { io, session }: Running,
  { import: imported }: RegisterInputs,
): ((remedy: string, decision: ReportDecision) => string) => {
  const { cluster } = keysUnder(session.settings.labelPrefix)
  return (remedy, { namespace = '' }) =>
    remedy.replaceAll(
      `kubectl label namespace ${namespace} ${cluster}=NAME --overwrite`,
      `${io.program} register ${imported ? `--import ${shellWord(imported.file)}` : namespace} --name NAME`,
    )
}
