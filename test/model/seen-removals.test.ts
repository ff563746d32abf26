import { at, create, finish, history, label, ONE, recreate, sync, THREE, TWO } from './short.ts'
import type { History } from './steps.ts'
import { memoryHub } from './hub.ts'
import { runHistory } from './try.ts'

/** Histories that broke something once. */
const SEEN: readonly (readonly [title: string, History])[] = [
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
  [
    'the brake counts a removal whose answer was lost',
    history(
      [
        create('n1', 'a', ONE),
        create('n2', 'b', TWO),
        create('n3', 'c', THREE),
        sync,
        finish('n1'),
        {
          do: 'pass',
          plan: { faults: [{ of: 'write', nth: 1, fault: 'reset-after', times: 1 }] },
        },
        finish('n2'),
        sync,
      ],
      { maxRemovals: '1' },
    ),
  ],
  [
    'a rename that is let go waits for an address to be freed, and so takes that along',
    history([
      create('n4', 'a', THREE),
      create('n1', 'b', ONE),
      sync,
      recreate('n1', 'c', THREE),
      { do: 'kubeconfig', at: 'n4', source: at(TWO) },
      { do: 'prune', release: 1, plan: {} },
    ]),
  ],
  [
    'what another deleted at the same moment counts for both',
    history(
      [
        create('n1', 'c', ONE),
        create('n2', 'a', TWO),
        sync,
        finish('n1'),
        { do: 'two', first: {}, second: {}, picks: [false, true, true] },
        finish('n2'),
        sync,
      ],
      { maxRemovals: '1' },
    ),
  ],
  ...(['listed', 'listed-later', 'empty'] as const).map(
    (secrets) =>
      [
        `a proxy hides all namespaces, and what is in them is ${secrets}`,
        history(
          [
            create('n1', 'a', ONE),
            create('n2', 'b', TWO),
            sync,
            { do: 'pass', plan: { hides: { places: ['n1', 'n2'], secrets } } },
            { do: 'ask', verb: 'prune', secret: 'cluster-a', plan: { hides: { places: ['n1'], secrets } } },
          ],
          { maxRemovals: '100%' },
        ),
      ] as const,
  ),
]

describe('histories in which too much, or too little, once went', () => {
  for (const [title, seen] of SEEN) it(title, () => runHistory(seen, memoryHub))
})
