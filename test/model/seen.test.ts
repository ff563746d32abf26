import { at, create, finish, history, label, ONE, recreate, sync, THREE, TWO } from './short.ts'
import type { History } from './steps.ts'
import { memoryHub } from './hub.ts'
import { runHistory } from './try.ts'

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
    'a hold that somebody overrode is no hold any more once a rename hides it',
    history([
      create('n2', 'a', ONE),
      sync,
      { do: 'edit', secret: 'cluster-a', edit: 'hold' },
      { do: 'rename-and-back', at: 'n2', name: 'c' },
    ]),
  ],
  [
    'revert leaves hidden what its namespace is registered beside, under another name',
    history([
      create('n4', 'b', ONE),
      sync,
      { do: 'ask', verb: 'demote', secret: 'cluster-b', plan: {} },
      label('n4', 'a'),
      { do: 'ask', verb: 'revert', secret: 'cluster-b', plan: {} },
    ]),
  ],
  [
    'an immutable registration whose source has moved on is shown again as it stands',
    history([
      create('n2', 'a', ONE),
      sync,
      { do: 'edit', secret: 'cluster-a', edit: 'immutable' },
      { do: 'kubeconfig', at: 'n2', source: at(THREE) },
      { do: 'hide-and-revert', secret: 'cluster-a' },
    ]),
  ],
  [
    'what is shown again under a former name is refreshed at once',
    history([
      create('n3', 'a', TWO),
      create('n4', 'b', ONE),
      sync,
      recreate('n3', 'b', THREE),
      { do: 'ask', verb: 'demote', secret: 'cluster-a', plan: {} },
      { do: 'ask', verb: 'revert', secret: 'cluster-a', plan: {} },
    ]),
  ],
  [
    'two at once, of which one saw an older claim to the same address and the other did not',
    history([
      create('n1', '', ONE),
      create('n2', 'b', ONE),
      {
        do: 'two',
        first: { during: [{ of: 'call', nth: 3, step: label('n1', 'a') }] },
        second: {},
        picks: [...Array<boolean>(4).fill(false), ...Array<boolean>(8).fill(true)],
      },
    ]),
  ],
]

describe('histories that once broke something', () => {
  for (const [title, seen] of SEEN) it(title, () => runHistory(seen, memoryHub))
})
