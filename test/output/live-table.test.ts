import assert from 'node:assert/strict'
import { LiveTable } from '../../src/output/live-table.ts'
import { ManualClock } from '../controller/manual-clock.ts'
import { TestHub } from '../engine/test-hub.ts'
import { testTerminal } from '../support/terminal.ts'
import { passOver } from './live-outcomes.ts'

const setUp = (columns = 80, rows = 20) => {
  const terminal = testTerminal(columns, rows)
  const clock = new ManualClock()
  const table = new LiveTable({
    terminal,
    clock,
    hub: ['context kind-hub, https://127.0.0.1:6443', 'context kind-hub'],
    dryRun: false,
  })
  return { clock, table, terminal }
}

const WATCHED = ['namespaces', 'registrations', 'secrets'] as const

const outcomesOf = async (hub = new TestHub().namespace('a').source('a')) => (await passOver(hub)).outcomes

describe('the live table', () => {
  it('given what the controller tells, then it shows it, and how it sees', async () => {
    const { clock, table, terminal } = setUp()
    await clock.advance(0)
    assert.deepEqual(terminal.screen(), [
      'context kind-hub, https://127.0.0.1:6443 · looking',
      '',
      'looking …',
    ])
    for (const feed of WATCHED) table.tell({ kind: 'sight', feed, sight: 'synced' })
    table.tell({ kind: 'role', role: 'leading' })
    table.tell({ kind: 'seeded' })
    await clock.advance(250)
    assert.deepEqual(terminal.screen(), [
      'context kind-hub, https://127.0.0.1:6443 · watching · leader',
      '',
      'no cluster yet: no namespace is labelled',
    ])
    table.tell({ kind: 'decided', namespace: 'a', outcomes: await outcomesOf() })
    table.clusters('info', 'registered', { cluster: 'a', server: 'https://10.0.0.1', namespace: undefined })
    table.clusters('debug', 'up to date', { cluster: 'a' })
    await clock.advance(250)
    const shown = [
      'context kind-hub, https://127.0.0.1:6443 · 1 active · watching · leader',
      '',
      'CLUSTER  NAMESPACE  STATE   REASON              SINCE',
      'a        a          active  first-registration  0s',
      '',
      '00:00:00Z registered cluster=a server=https://10.0.0.1',
    ]
    assert.deepEqual(terminal.screen(), shown)
    table.end()
    assert.deepEqual([terminal.screen(), terminal.isCursorShown(), terminal.held()], [shown, true, 0])
    assert.equal(clock.pending(), 0)
  })

  it('given a storm of changes, then it draws four times a second, and once a second where only ages go on', async () => {
    const { clock, table, terminal } = setUp()
    await clock.advance(0)
    const outcomes = await outcomesOf()
    const before = terminal.writes()
    for (let turn = 0; turn < 1000; turn += 1) {
      table.tell({ kind: 'decided', namespace: `n${turn}`, outcomes })
      await clock.advance(1)
    }
    assert.equal(terminal.writes() - before, 4)
    await clock.advance(250)
    const calm = terminal.writes()
    await clock.advance(10_000)
    assert.equal(terminal.writes() - calm, 10)
    table.end()
  })

  it('given nothing to show grows older, then nothing is written', async () => {
    const { clock, table, terminal } = setUp()
    await clock.advance(0)
    const before = terminal.writes()
    await clock.advance(60_000)
    assert.equal(terminal.writes(), before)
    table.end()
  })

  it('given the hub is out of reach, then that is in the foot until it is back, and scrolls by once', async () => {
    const { clock, table, terminal } = setUp()
    for (const feed of WATCHED) {
      table.log('warn', 'sight changed', { what: feed, sight: 'stale', reason: 'refused' })
      table.tell({ kind: 'sight', feed, sight: 'stale', why: 'refused' })
    }
    for (const namespace of ['a', 'b']) {
      table.log('error', 'visit failed', { namespace, error: 'refused' })
      table.tell({ kind: 'fault', namespace, error: 'refused' })
    }
    table.log('info', 'serving probes', { address: ':8081' })
    await clock.advance(250)
    assert.deepEqual(terminal.screen(), [
      '00:00:00Z WARN sight changed what=namespaces sight=stale reason=refused',
      '00:00:00Z WARN sight changed what=registrations sight=stale reason=refused',
      '00:00:00Z WARN sight changed what=secrets sight=stale reason=refused',
      '00:00:00Z ERROR visit failed namespace=a error=refused',
      'context kind-hub, https://127.0.0.1:6443 · not seeing all',
      '',
      'looking …',
      '! namespaces, registrations, secrets cannot be seen just now: refused',
      '! 2 failed and will be tried again: refused',
    ])
    for (const feed of WATCHED) table.tell({ kind: 'sight', feed, sight: 'synced' })
    for (const namespace of ['a', 'b']) table.tell({ kind: 'decided', namespace, outcomes: [] })
    await clock.advance(250)
    assert.deepEqual(terminal.screen().slice(4), [
      'context kind-hub, https://127.0.0.1:6443 · watching',
      '',
      'looking …',
    ])
    table.end()
  })

  it('given what it may not see, then it says which of it is polled, or keeps it from working', async () => {
    const { clock, table, terminal } = setUp()
    table.tell({ kind: 'sight', feed: 'namespaces', sight: 'synced' })
    table.tell({ kind: 'sight', feed: 'registrations', sight: 'polled' })
    table.tell({ kind: 'sight', feed: 'secrets', sight: 'denied', why: 'secrets is forbidden' })
    await clock.advance(0)
    assert.deepEqual(terminal.screen(), [
      'context kind-hub · watching, polling registrations and secrets',
      '',
      'looking …',
    ])
    table.tell({ kind: 'sight', feed: 'registrations', sight: 'denied', why: 'secrets is forbidden' })
    await clock.advance(250)
    assert.deepEqual(terminal.screen(), [
      'context kind-hub, https://127.0.0.1:6443 · not seeing all',
      '',
      'looking …',
      '! registrations may not be listed: secrets is forbidden',
    ])
    table.end()
  })

  it('given a standby, then it says who leads; given a lost lease, that', async () => {
    const { clock, table, terminal } = setUp()
    table.tell({ kind: 'role', role: 'standing-by', holder: 'pod-1\u001b[2J' })
    table.tell({ kind: 'lease', error: 'forbidden' })
    await clock.advance(0)
    assert.deepEqual(terminal.screen(), [
      'context kind-hub, https://127.0.0.1:6443 · looking · standby',
      '',
      'stands by and writes nothing: pod-1·[2J leads',
      '! the lease was not renewed: forbidden',
    ])
    await clock.advance(60_000)
    assert.equal(terminal.screen().length, 3)
    table.tell({ kind: 'role', role: 'lost' })
    table.log('error', 'lease lost', { lease: 'acr', how: 'expired' })
    table.end()
    assert.deepEqual(terminal.screen(), [
      '00:01:00Z ERROR lease lost lease=acr how=expired',
      'context kind-hub, https://127.0.0.1:6443 · looking · lease lost',
      '',
      'looking …',
      '! the lease is lost, and another one may write',
    ])
  })

  it('given another hub answers, or which one is not known, or other settings, then the foot says so', async () => {
    const { clock, table, terminal } = setUp()
    const foot = async (): Promise<readonly string[]> => {
      await clock.advance(250)
      return terminal.screen().filter((line) => line.startsWith('!'))
    }
    table.tell({ kind: 'hub', hub: 'other' })
    assert.deepEqual(await foot(), ['! another hub answers: nothing is hidden or removed'])
    table.tell({ kind: 'hub', hub: 'unknown' })
    assert.deepEqual(await foot(), ['! kube-system cannot be read: which hub answers is not known'])
    table.tell({ kind: 'hub', hub: 'same' })
    table.tell({ kind: 'settings', changed: ['demotedTTL', 'interval'] })
    assert.deepEqual(await foot(), ['! settings have changed, restart to use them: demotedTTL, interval'])
    table.tell({ kind: 'settings', changed: [] })
    assert.deepEqual(await foot(), [])
    table.end()
  })

  it('given the terminal is resized, then it is drawn for its new size', async () => {
    const { clock, table, terminal } = setUp()
    await clock.advance(0)
    terminal.resize(40, 10)
    await clock.advance(250)
    assert.equal(terminal.screen()[0], 'context kind-hub · looking')
    table.end()
  })

  it('given a credential in what others wrote, then it is on no line', async () => {
    const { clock, table, terminal } = setUp(400, 40)
    const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(30)}.${'c'.repeat(30)}`
    table.log('error', 'visit failed', { namespace: 'a', error: `webhook says ${token}` })
    table.tell({ kind: 'fault', namespace: 'a', error: `webhook says ${token}` })
    table.tell({ kind: 'lease', error: `webhook says ${token}` })
    table.clusters('error', 'write failed', { error: `webhook says ${token}` })
    await clock.advance(250)
    table.end()
    assert.equal(terminal.raw().includes('eyJ'), false)
    assert.equal(terminal.raw().match(/\[token\]/g)?.length, 4)
  })

  it('given errors that are all others, then it keeps no more of them than a screen full', async () => {
    const { clock, table, terminal } = setUp()
    for (let number = 0; number < 1000; number += 1)
      table.log('error', 'visit failed', { error: `no ${number}` })
    await clock.advance(250)
    assert.equal(
      [...terminal.scrolled(), ...terminal.screen()].filter((line) => /ERROR/.test(line)).length,
      50,
    )
    table.end()
  })
})
