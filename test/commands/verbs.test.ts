import { assertGolden } from './golden.ts'
import type { MemoryHub } from './memory-hub.ts'
import { livelyHub, on } from './verb-hub.ts'
import type { CliOptions } from '../support/cli.ts'

interface Transcript {
  readonly name: string
  readonly line: string
  readonly options?: CliOptions
  /** What happened on the hub before. */
  readonly after?: (hub: MemoryHub) => void
}

/** Two clusters more whose namespaces are gone: one removal more than the brake allows. */
const lossy = (hub: MemoryHub): void => {
  hub.drop('team-alive')
  hub.drop('team-used')
}

const IMPORTED = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://10.9.9.2:6443' } }],
  users: [{ name: 'u', user: { token: 'child-token' } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
})
const IMPORT = 'register --import - --context x --name staging'

const yes: CliOptions = { answers: ['y'], terminal: true }
const no: CliOptions = { answers: ['n'] }

const TRANSCRIPTS: readonly Transcript[] = [
  { name: 'prune-plain', line: 'prune --yes' },
  { name: 'prune-terminal', line: 'prune', options: yes },
  { name: 'prune-declined', line: 'prune', options: no },
  { name: 'prune-json', line: 'prune --yes -o json' },
  { name: 'prune-dry-run', line: 'prune --dry-run' },
  { name: 'prune-server-dry-run', line: 'prune --dry-run=server' },
  { name: 'prune-unasked', line: 'prune' },
  { name: 'prune-live', line: 'prune first alive' },
  { name: 'prune-hidden', line: 'prune former --yes' },
  { name: 'prune-held', line: 'prune --yes', after: lossy },
  { name: 'prune-released', line: 'prune --max-removals 4', options: yes, after: lossy },

  { name: 'demote-plain', line: 'demote alive --yes' },
  { name: 'demote-terminal', line: 'demote alive', options: yes },
  { name: 'demote-json', line: 'demote alive --yes -o json' },
  { name: 'demote-dry-run', line: 'demote alive --dry-run' },
  { name: 'demote-used', line: 'demote alive used --yes' },
  { name: 'demote-forced', line: 'demote used --force', options: yes },
  { name: 'demote-unknown', line: 'demote alife' },
  { name: 'demote-again', line: 'demote hidden --yes' },

  { name: 'revert-plain', line: 'revert hidden --yes' },
  { name: 'revert-terminal', line: 'revert hidden', options: yes },
  { name: 'revert-json', line: 'revert hidden --yes -o json' },
  { name: 'revert-dry-run', line: 'revert hidden --dry-run' },
  { name: 'revert-rename', line: 'revert former', options: yes },
  { name: 'revert-rename-dry-run', line: 'revert former --dry-run' },
  { name: 'revert-active', line: 'revert present' },
  { name: 'revert-unasked', line: 'revert former' },

  { name: 'register-plain', line: 'register team-new' },
  { name: 'register-json', line: 'register team-new --name fresh --label tier=gold -o json' },
  {
    name: 'register-dry-run',
    line: 'register team-new --label tier=gold --annotation url=https://x --dry-run',
  },
  { name: 'register-yaml', line: 'register team-new --dry-run -o yaml --redact' },
  { name: 'register-secrets', line: 'register team-new -o yaml --show-secrets' },
  { name: 'register-refused', line: 'register team-new --name alive' },
  { name: 'register-waiting', line: 'register team-empty' },
  { name: 'register-rename', line: 'register team-alive --name other', options: yes },
  { name: 'register-unasked', line: 'register team-alive --name other' },
  { name: 'register-wait', line: 'register team-empty --wait 3s' },

  { name: 'import-plain', line: IMPORT, options: { stdin: IMPORTED } },
  { name: 'import-dry-run', line: `${IMPORT} --dry-run`, options: { stdin: IMPORTED } },
  { name: 'import-server-dry-run', line: `${IMPORT} --dry-run=server`, options: { stdin: IMPORTED } },
  {
    name: 'import-refused',
    line: IMPORT,
    options: { stdin: IMPORTED.replace('10.9.9.2', '10.0.0.1') },
  },
]

describe('what the verbs of the life cycle print', () => {
  for (const { name, line, options, after } of TRANSCRIPTS)
    it(`given ${line}, then it is test/golden/${name}.txt`, async () => {
      const hub = await livelyHub()
      after?.(hub)

      const result = await on(hub, line, options)

      assertGolden(name, `kubectl registrar ${line}`, result)
    })
})
