import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Entry } from '../../src/listing/entry.ts'
import { rowOf, type Row } from '../../src/listing/row.ts'
import { listColumns } from '../../src/output/list-columns.ts'
import { headLine, layOut, rowLine } from '../../src/output/list-layout.ts'
import { listPrinter } from '../../src/output/list-printer.ts'
import { NOW } from '../listing/secrets.ts'

const row = (changes: Partial<Entry>): Row =>
  rowOf(
    {
      kind: 'ours',
      secret: `cluster-${changes.name ?? 'a'}`,
      name: 'a',
      names: new Set(),
      server: 'https://10.0.0.1:6443',
      provider: 'k3k',
      source: 'team-a',
      pinned: false,
      credential: 'client-certificate',
      created: NOW - 28 * 86_400_000,
      labels: {},
      moreLabels: {},
      ...changes,
    },
    NOW,
  )

const table = (rows: readonly Row[], limit: number): readonly string[] => {
  const layout = layOut(listColumns(false, undefined), rows, { headers: true, limit })
  return [headLine(layout), ...rows.map((each) => rowLine(layout, each))].map((line) => line.trimEnd())
}

const EKS = 'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com'
const LONGEST = row({
  name: 'production-eu-west-1-payments-7'.slice(0, 30),
  server: EKS,
  provider: 'capa-eks',
  source: 'team-production-eu-west-1-payments-7',
  notAfter: NOW + 148 * 3_600_000,
  created: NOW - 365 * 86_400_000,
})

describe('the table of a list on a terminal', () => {
  it('given room enough, then nothing is left out', () => {
    assert.deepEqual(table([row({})], 100), [
      'NAME   SERVER                  PROVIDER   SOURCE   STATE    CREDENTIAL           EXPIRES   AGE',
      'a      https://10.0.0.1:6443   k3k        team-a   active   client-certificate   -         28d',
    ])
  })

  it('given names of 30 characters, when it is 100 wide, then addresses are cut, and the age is left out', () => {
    assert.deepEqual(table([LONGEST], 100), [
      'NAME                            SERVER         PROVIDER  SOURCE       STATE     CREDENTIAL   EXPIRES',
      'production-eu-west-1-payments-  012345…ws.com  capa-eks  team-…nts-7  expiring  certificate  6d4h',
    ])
  })

  it('given 80, then columns that say least are left out, and the rest is kept', () => {
    assert.deepEqual(table([LONGEST], 80), [
      'NAME                            SERVER         SOURCE          STATE     EXPIRES',
      'production-eu-west-1-payments-  012345…ws.com  team-pr…ents-7  expiring  6d4h',
    ])
  })

  it('given any names of up to 30 characters, when it is 100 wide, then no line is longer, and no name is cut', () => {
    const text = (most: number) =>
      fc.string({ minLength: 1, maxLength: most, unit: fc.constantFrom('a', 'b', '-') })
    const entries = fc.record({
      name: text(30),
      server: text(253),
      provider: fc.constantFrom('k3k', 'capa-eks', 'vcluster'),
      source: text(63),
      notAfter: fc.integer({ min: NOW - 1e12, max: NOW + 1e12 }),
      created: fc.integer({ min: NOW - 1e12, max: NOW }),
      credential: fc.constantFrom('client-certificate', 'token', 'unreadable'),
      pinned: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(entries as fc.Arbitrary<Partial<Entry>>, { minLength: 1, maxLength: 5 }),
        (list) => {
          const lines = table(list.map(row), 100)
          assert.deepEqual(
            lines.filter((line) => line.length > 100),
            [],
          )
          for (const [index, { name = '' }] of list.entries())
            assert.ok(lines[index + 1]?.startsWith(`${name.trimEnd()} `), lines[index + 1])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('given the wide table, then it is never cut', async () => {
    const printer = await listPrinter({ format: 'wide', headers: false, columns: 80 })
    assert.ok(printer.list([LONGEST]).includes(EKS))
  })

  it('given a control character in what somebody else wrote, then it does not reach the terminal', () => {
    assert.equal(table([row({ name: 'a\u001b[2Jb' })], 200)[1]?.split(' ')[0], 'a·[2Jb')
  })
})
