import assert from 'node:assert/strict'
import type { ReportDecision } from '../../src/engine/report.ts'
import { changesText } from '../../src/output/changes-text.ts'
import { makeChalk } from '../../src/output/color.ts'
import { syncTable } from '../../src/output/sync-text.ts'
import { decision, names, report } from './reports.ts'

const plain = makeChalk('never', false, false)
const coloured = makeChalk('always', false, false)

const rowsOf = (
  decisions: readonly ReportDecision[],
  options: Partial<Parameters<typeof syncTable>[1]> = {},
): readonly string[] =>
  syncTable(report(decisions), { wide: false, headers: false, verbosity: 0, ...options }, plain)
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
    .filter(Boolean)

describe('the table of a pass', () => {
  const gone = decision('gone', { action: 'prune', reason: 'namespace-gone', result: 'done' })
  const fine = (count: number): readonly ReportDecision[] => names(count).map((name) => decision(name))

  it('given up to ten decisions, then every one has a row', () => {
    assert.deepEqual(rowsOf([...fine(9), gone]), [...names(9), 'gone'])
  })

  it('given more, then those with nothing to do have none', () => {
    assert.deepEqual(rowsOf([...fine(10), gone]), ['gone'])
  })

  it('given more and nothing to do at all, then there is no table, and no heading either', () => {
    assert.equal(syncTable(report(fine(11)), { wide: false, headers: true, verbosity: 0 }, plain), '')
  })

  it('given more, when -o wide or -v 1 is asked for, then every one has a row', () => {
    assert.deepEqual(rowsOf([...fine(10), gone], { wide: true }), [...names(10), 'gone'])
    assert.deepEqual(rowsOf([...fine(10), gone], { verbosity: 1 }), [...names(10), 'gone'])
  })

  it('given what goes, then it is yellow, also where it is held by a switch; red where it failed or the brake holds it', () => {
    const PAINTS = { red: coloured.red, green: coloured.green, yellow: coloured.yellow, dim: coloured.dim }
    const colourOf = (more: Partial<ReportDecision> & Pick<ReportDecision, 'action'>): string | undefined => {
      const options = { wide: false, headers: false, verbosity: 0 }
      const shown = syncTable(report([decision('a', more)]), options, coloured)
      return Object.entries(PAINTS).find(([, paint]) => shown.includes(paint(more.action)))?.[0]
    }
    const brake = { reason: 'removal-held', message: '' }

    for (const action of ['demote', 'prune'] as const) {
      assert.equal(colourOf({ action, result: 'planned' }), 'yellow')
      assert.equal(colourOf({ action, result: 'done' }), 'yellow')
      assert.equal(colourOf({ action, result: 'held' }), 'yellow')
      assert.equal(colourOf({ action, result: 'held', warnings: [brake] }), 'red')
      assert.equal(colourOf({ action, result: 'failed' }), 'red')
    }
    assert.equal(colourOf({ action: 'register', result: 'done' }), 'green')
    assert.equal(colourOf({ action: 'unchanged' }), 'dim')
  })
})

describe('what a dry run would change', () => {
  const created = decision('new', {
    action: 'register',
    result: 'planned',
    server: 'https://10.0.0.1',
    source: { secret: 'k3k-new-kubeconfig', key: 'kubeconfig.yaml' },
    changes: [{ path: 'data.name', to: 'new' }],
  })
  const updated = decision('old', {
    action: 'update',
    result: 'planned',
    changes: [{ path: 'data.server', from: 'https://10.0.0.1', to: 'https://10.0.0.2' }],
  })
  const held = decision('gone', {
    action: 'demote',
    result: 'held',
    changes: [{ path: 'metadata.labels[x]', from: 'y' }],
  })

  it('given a new registration, then it is one line; given a change, then what was and what is to be; given what is held, then nothing', () => {
    assert.equal(
      changesText(report([created, updated, held, decision('same')]), false, plain),
      `+ new (ns-new): register https://10.0.0.1 from k3k-new-kubeconfig[kubeconfig.yaml] (provider k3k)
~ old (ns-old): update
    data.server: https://10.0.0.1 → https://10.0.0.2
`,
    )
  })

  it('given all of it is asked for, then also what is new is listed, and what is held', () => {
    assert.equal(
      changesText(report([created, held]), true, plain),
      `~ new (ns-new): register
    data.name: (none) → new
~ gone (ns-gone): demote
    metadata.labels[x]: y → (none)
`,
    )
  })
})
