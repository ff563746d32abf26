import assert from 'node:assert/strict'
import type { Scratch } from './scratch.ts'

/** Records that say nothing of rights. */
const TOLD_ALWAYS = ['starting', 'providers in force', 'seeded', 'stopped']

/**
 * Runs `watch` until a shell command on `watch.log` succeeds, for 30 s at most, and has it stop.
 * @returns how it sees each collection at the end, and what else it says
 */
export const runWatch = async (
  scratch: Scratch,
  flags: string,
  until: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const ran = await scratch.run(
    `: >watch.log
kubectl registrar watch --log-format json --health-probe-bind-address 0 ${flags} >watch.log 2>notes.log &
for _ in $(seq 300); do ${until} 2>/dev/null && break; sleep 0.1; done
kill $!
wait $!
cat watch.log`,
    env,
  )
  assert.equal(ran.code, 0, ran.output)
  const records = ran.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
  const sights = new Map(records.filter(({ what }) => what).map(({ what, sight }) => [what, sight]))
  const others = records.filter(({ what, msg }) => !what && !TOLD_ALWAYS.includes(msg ?? ''))
  return [
    ...[...sights].map(([what, sight]) => `${what} ${sight}`).sort(),
    ...others.map(({ level, msg }) => `${level} ${msg}`),
  ]
}
