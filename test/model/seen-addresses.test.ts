import { at, create, history, label, ONE, recreate, sync, THREE, TWO } from './short.ts'
import type { History } from './steps.ts'
import { memoryHub } from './hub.ts'
import { runHistory } from './try.ts'

/** Histories that broke something once. */
const SEEN: readonly (readonly [title: string, History])[] = [
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
]

describe('histories in which addresses move on', () => {
  for (const [title, seen] of SEEN) it(title, () => runHistory(seen, memoryHub))
})
