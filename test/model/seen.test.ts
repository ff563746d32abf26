import { memoryHub } from './hub.ts'
import type { History, Name, Place, Server, Setup, Source, Step } from './steps.ts'
import { runHistory } from './try.ts'

const at = (server: Server): Source => ({ server, token: 't1', holds: 'good' })
const create = (place: Place, name: Name, server: Server): Step => ({
  do: 'create',
  at: place,
  name,
  source: at(server),
})
const recreate = (place: Place, name: Name, server: Server): Step => ({
  do: 'recreate',
  at: place,
  name,
  source: at(server),
})
const finish = (place: Place): Step => ({ do: 'finish', at: place })
const label = (place: Place, name: Name): Step => ({ do: 'label', at: place, name })
const sync: Step = { do: 'pass', plan: {} }

const ONE = 'https://10.0.0.1'
const TWO = 'https://10.0.0.2'
const THREE = 'https://10.0.0.3/'

const history = (steps: readonly Step[], setup: Partial<Setup> = {}): History => ({
  setup: { ttl: '24h', named: false, ...setup },
  steps,
})

/** Histories that broke something once. */
const SEEN: readonly (readonly [title: string, History])[] = [
  [
    'a manual hold stays when the source-namespace label is lost: not adopted into sight',
    history([
      create('n1', 'a', ONE),
      sync,
      { do: 'ask', verb: 'demote', secret: 'cluster-a', plan: {} },
      { do: 'edit', secret: 'cluster-a', edit: 'unsource' },
    ]),
  ],
  [
    'revert leaves alone what waits for a removal that was not asked for',
    history([
      create('n1', 'c', ONE),
      { do: 'wait', minutes: 1 },
      create('n2', 'c', ONE),
      sync,
      finish('n1'),
      { do: 'ask', verb: 'revert', secret: 'cluster-c', plan: {} },
    ]),
  ],
  [
    'sync -n leaves alone what waits for another namespace',
    history([
      create('n1', 'b', THREE),
      { do: 'wait', minutes: 1 },
      create('n3', 'a', THREE),
      sync,
      recreate('n1', 'b', ONE),
      { do: 'pass', plan: { only: ['n3'] } },
    ]),
  ],
  [
    'an immutable registration frees no address: who wants it is refused',
    history(
      [
        create('n1', 'c', ONE),
        { do: 'wait', minutes: 1 },
        create('n4', 'a', ONE),
        sync,
        { do: 'edit', secret: 'cluster-c', edit: 'immutable' },
        recreate('n1', 'b', THREE),
      ],
      { maxRemovals: '0' },
    ),
  ],
  [
    'a name taken over from a gone namespace on a server dry run is planned, not raced',
    history([
      create('n1', 'a', ONE),
      create('n3', 'b', TWO),
      sync,
      recreate('n3', 'a', ONE),
      finish('n1'),
      { do: 'prune', release: 2, plan: { dryRun: 'server' } },
    ]),
  ],
  [
    'two that swap their addresses',
    history([
      create('n1', 'a', ONE),
      create('n2', 'b', TWO),
      sync,
      { do: 'kubeconfig', at: 'n1', source: at(TWO) },
      { do: 'kubeconfig', at: 'n2', source: at(ONE) },
    ]),
  ],
  [
    'two that swap their addresses a day after the namespace of one was made anew',
    history([
      create('n3', 'a', TWO),
      create('n1', 'c', THREE),
      sync,
      { do: 'kubeconfig', at: 'n1', source: at(TWO) },
      recreate('n3', 'a', THREE),
    ]),
  ],
  [
    'an address moves on from one that was renamed and made anew, which waits for the next',
    history([
      create('n1', 'c', TWO),
      create('n3', 'a', ONE),
      sync,
      recreate('n1', 'b', ONE),
      { do: 'kubeconfig', at: 'n3', source: at(TWO) },
    ]),
  ],
  [
    'two that swap their addresses while one is renamed',
    history([
      create('n1', 'c', TWO),
      create('n3', 'a', ONE),
      sync,
      label('n1', 'b'),
      { do: 'kubeconfig', at: 'n1', source: at(ONE) },
      { do: 'kubeconfig', at: 'n3', source: at(TWO) },
    ]),
  ],
  [
    'a removal that the brake holds stays held although the same pass registers another',
    history(
      [
        create('n1', 'a', ONE),
        sync,
        { do: 'ask', verb: 'demote', secret: 'cluster-a', plan: {} },
        finish('n1'),
        create('n4', 'c', ONE),
      ],
      { maxRemovals: '100%' },
    ),
  ],
  [
    'the brake counts a hide of this process whose stamp is lost',
    history(
      [
        create('n2', 'a', THREE),
        create('n1', 'b', ONE),
        sync,
        label('n1', 'c'),
        sync,
        { do: 'foreign', secret: 'cluster-b', name: 'a', server: TWO, owner: '' },
        finish('n2'),
        sync,
      ],
      { maxRemovals: '1' },
    ),
  ],
  [
    'revert of one whose namespace is gone says so',
    history([create('n1', 'a', ONE), sync, finish('n1'), { do: 'hide-and-revert', secret: 'cluster-a' }], {
      maxRemovals: '0',
    }),
  ],
]

describe('histories that once broke something', () => {
  for (const [title, seen] of SEEN) it(title, () => runHistory(seen, memoryHub))
})
