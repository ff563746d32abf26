import assert from 'node:assert/strict'
import { Chalk } from 'chalk'
import type { Severity } from '../../src/doctor/finding.ts'
import type { DoctorCheck, DoctorFinding } from '../../src/doctor/report.ts'
import {
  doctorHead,
  doctorQuiet,
  doctorSection,
  doctorSum,
  type DoctorTextOptions,
} from '../../src/output/doctor-text.ts'

const plain = new Chalk({ level: 0 })

const finding = (object: string, fields: Partial<DoctorFinding> = {}): DoctorFinding => ({
  id: 'provider-order',
  severity: 'error',
  object,
  message: 'is wrong',
  docs: '',
  ...fields,
})

const check = (...findings: readonly DoctorFinding[]): DoctorCheck => ({
  id: 'provider-order',
  section: 'settings',
  result: findings[0]?.severity ?? 'passed',
  findings,
})

const skipped = (id: DoctorCheck['id'], why: string): DoctorCheck => ({
  id,
  section: 'settings',
  result: 'skipped',
  skipped: why,
  findings: [],
})

const lines = (
  checks: readonly DoctorCheck[],
  form: DoctorTextOptions['form'] = 'table',
  failOn: Severity = 'error',
): readonly string[] => doctorSection(checks, { form, failOn }, plain).trimEnd().split('\n')

describe('a section of doctor', () => {
  it('is one line where all is well, a line a check in the wide form, and nothing in the short one', () => {
    assert.deepEqual(lines([check(), check()]), ['√ settings  2 checks passed'])
    assert.deepEqual(lines([check()], 'wide'), ['settings', '√ provider-order'])
    assert.deepEqual(lines([check()], 'short'), [''])
  })

  it('names the object where the message does not, and five of what else it is about', () => {
    const related = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    assert.deepEqual(lines([check(finding('web', { related, remedy: 'kubectl x' })), check()]), [
      'settings',
      '√ 1 check passed',
      '× provider-order  web: is wrong',
      '    a, b, c, d, e and 2 more',
      '    → kubectl x',
    ])
    assert.deepEqual(lines([check(finding('web', { message: 'web-one is not web' }))]), [
      'settings',
      '× provider-order  web-one is not web',
    ])
    assert.deepEqual(lines([check(finding('web', { message: 'web-one is wrong' }))]), [
      'settings',
      '× provider-order  web: web-one is wrong',
    ])
  })

  it('tells up to three findings each by itself', () => {
    assert.deepEqual(lines([check(finding('a'), finding('b'), finding('c'))]), [
      'settings',
      '× provider-order  a: is wrong',
      '× provider-order  b: is wrong',
      '× provider-order  c: is wrong',
    ])
  })

  it('tells more that differ by their names once, and all of them in the wide form', () => {
    const many = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'].map((name) =>
      finding(name, {
        message: `its source team-${name}/k is gone`,
        remedy: `kubectl registrar sync -n team-${name}`,
      }),
    )
    assert.deepEqual(lines([check(...many)]), [
      'settings',
      '× provider-order  6 findings: its source team-NAME/k is gone',
      '    a1, b1, c1, d1, e1 and 1 more',
      '    → kubectl registrar sync -n team-NAME',
    ])
    assert.equal(lines([check(...many)], 'wide').filter((line) => line.startsWith('×')).length, 6)
  })

  it('lists five of more that say different things', () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((days) => finding(`c${days}`, { message: `ended ${days} d ago` }))
    assert.deepEqual(lines([check(...many)]), [
      'settings',
      '× provider-order  7 findings',
      '    c1: ended 1 d ago',
      '    c2: ended 2 d ago',
      '    c3: ended 3 d ago',
      '    c4: ended 4 d ago',
      '    c5: ended 5 d ago',
      '    and 2 more: -o wide',
    ])
  })

  it('tells skipped checks by their reason, and counts many', () => {
    const ids = ['exec-gate', 'provider-order', 'provider-suggest', 'source-missing', 'server-scope'] as const
    assert.deepEqual(lines(ids.map((id) => skipped(id, 'forbidden'))), [
      'settings',
      '- 5 checks  skipped: forbidden',
    ])
    assert.deepEqual(lines([skipped('exec-gate', 'one'), skipped('provider-order', 'two')]), [
      'settings',
      '- exec-gate  skipped: one',
      '- provider-order  skipped: two',
    ])
  })

  it('has in its short form warnings always, and notes where they fail', () => {
    const checks = [
      check(finding('a', { severity: 'warning' }), finding('b', { severity: 'info' })),
      skipped('exec-gate', 'x'),
    ]
    assert.deepEqual(lines(checks, 'short'), ['settings', '‼ provider-order  a: is wrong'])
    assert.deepEqual(lines(checks, 'short', 'info'), [
      'settings',
      '‼ provider-order  a: is wrong',
      'i provider-order  b: is wrong',
    ])
  })

  it('wraps to the terminal, but for what is to be copied', () => {
    const remedy = 'kubectl registrar sync --with-many-flags-that-are-long'
    assert.deepEqual(
      doctorSection(
        [check(finding('a', { message: 'is wrong in more ways than one line can tell', remedy }))],
        { form: 'table', failOn: 'error', columns: 40 },
        plain,
      ),
      `settings\n× provider-order  a: is wrong in more\n    ways than one line can tell\n    → ${remedy}\n`,
    )
  })

  it('lets no control character of a foreign name through', () => {
    assert.deepEqual(lines([check(finding('a\u001b[2Jb', { message: 'x\ny' }))]), [
      'settings',
      '× provider-order  a·[2Jb: x·y',
    ])
  })
})

describe('head and sum of doctor', () => {
  it('name the hub, and what there is', () => {
    assert.equal(
      doctorHead('hub: context hub, https://h:6443', { namespaces: 1, registrations: 2 }),
      'hub: context hub, https://h:6443, 1 source namespace, 2 registrations\n',
    )
    assert.equal(doctorHead('manifests', undefined), 'manifests\n')
  })

  it('say in the short form that nothing fails, and claim nothing where nothing was answered', () => {
    const none = { error: 0, warning: 0, info: 0, passed: 0, skipped: 2 }
    assert.equal(doctorQuiet({ ...none, passed: 3 }, plain), '√ nothing fails\n')
    assert.equal(doctorQuiet(none, plain), '- no check was answered\n')
  })

  it('count findings, and checks without one', () => {
    assert.equal(
      doctorSum({ error: 2, warning: 1, info: 0, passed: 47, skipped: 3 }, { requests: 12, seconds: 0.3 }),
      '\n2 errors, 1 warning, 47 checks passed, 3 skipped (12 requests in 0.3 s)\n',
    )
    assert.equal(
      doctorSum({ error: 0, warning: 0, info: 1, passed: 1, skipped: 0 }, { requests: 12 }),
      '\n1 note, 1 check passed\n',
    )
  })
})
