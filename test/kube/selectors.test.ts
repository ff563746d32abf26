import assert from 'node:assert/strict'
import {
  fieldSelector,
  labelSelector,
  objectSelector,
  type LabelSelector,
  type Selectable,
} from '../../src/kube/selectors.ts'

type Labels = Readonly<Record<string, string>>

const selects = (selector: string, labels: Labels | undefined): boolean => {
  const compiled = labelSelector(selector)
  assert.ok(compiled.ok, selector)
  return compiled.matches(labels)
}

describe('label selectors', () => {
  const object: Labels = { app: 'web', 'example.io/tier': 'gold', replicas: '12', in: 'x', empty: '' }

  for (const selector of [
    '',
    '   ',
    'app',
    'app=web',
    'app == web',
    'app!=api',
    'gone!=api',
    '!gone',
    'example.io/tier in (gold, silver)',
    'app notin (api),!gone,replicas',
    'gone notin (x)',
    'replicas>11',
    'replicas < 13',
    'in=x',
    'in in (x)',
    'empty=',
    'empty in (,)',
    'empty in (a,,b)',
  ])
    it(`'${selector}' selects what it describes`, () => {
      assert.equal(selects(selector, object), true)
    })

  for (const selector of ['app=api', 'gone', '!app', 'app in ()', 'replicas>12', 'app>1', 'gone<5', 'gone='])
    it(`'${selector}' passes over what it does not`, () => {
      assert.equal(selects(selector, object), false)
    })

  it('reads the keys an object has, not those every JavaScript object has', () => {
    assert.equal(selects('constructor', {}), false)
    assert.equal(selects('!toString', undefined), true)
  })

  it('compares integers beyond the precision of a number', () => {
    assert.equal(selects('n>9007199254740992', { n: '9007199254740993' }), true)
  })

  for (const selector of [
    ',',
    'a,',
    ',a',
    '=a',
    'a=b c',
    'a=b=c',
    'a===b',
    'a=!b',
    'a>=1',
    'a>x',
    'a>',
    '!a=b',
    '!!a',
    'a in b',
    'a in (b',
    'a in (b))',
    'a in',
    'in (a)',
    'a constructor b',
    'a b',
    '(a)',
    'A.io/b=1',
    'a=-b',
    'a in (b c)',
    `a=${'x'.repeat(64)}`,
    'a/b/c',
  ])
    it(`'${selector}' is refused`, () => {
      assert.equal(labelSelector(selector).ok, false)
    })
})

describe('field selectors', () => {
  const secret: Selectable = { type: 'a=b,c\\', metadata: { namespace: 'ns', name: 'one' } }

  const matches = (selector: string | undefined): boolean => {
    const compiled = fieldSelector('secrets', selector)
    assert.ok(compiled.ok, selector)
    return compiled.matches(secret)
  }

  it('select by name, namespace and type, all of them', () => {
    assert.deepEqual(
      [
        undefined,
        '',
        'metadata.name=one,',
        'metadata.namespace==ns,metadata.name!=two',
        'metadata.name=one,type!=Opaque',
        String.raw`type=a\=b\,c\\`,
      ].map(matches),
      [true, true, true, true, true, true],
    )
    assert.deepEqual(
      ['metadata.name=two', 'metadata.name=one,metadata.namespace!=ns', 'type=a'].map(matches),
      [false, false, false],
    )
  })

  it('take a Secret without a type for Opaque, and a namespace by its phase', () => {
    const untyped = fieldSelector('secrets', 'type=Opaque')
    const active = fieldSelector('namespaces', 'status.phase=Active')
    assert.ok(untyped.ok && active.ok)
    assert.equal(untyped.matches({ metadata: { name: 'a' } }), true)
    assert.equal(active.matches({ metadata: { name: 'a' }, status: { phase: 'Active' } }), true)
    assert.equal(active.matches({ metadata: { name: 'a' } }), false)
  })

  for (const selector of [
    'metadata.name',
    'metadata.uid=x',
    ' metadata.name=x',
    'metadata.name=a=b',
    'type=a\\',
    'type=\\n',
    'toString=x',
    '=x',
  ])
    it(`'${selector}' is refused`, () => {
      assert.equal(fieldSelector('secrets', selector).ok, false)
    })

  it('refuse fields the resource does not have', () => {
    assert.equal(fieldSelector('namespaces', 'metadata.namespace=x').ok, false)
    assert.equal(fieldSelector('configmaps', 'type=Opaque').ok, false)
  })
})

describe('selectors of objects', () => {
  const labels: Labels = { app: 'web', tier: 'gold', empty: '' }
  const expression = (key: string, operator: string, ...values: readonly string[]): LabelSelector => ({
    matchExpressions: [{ key, operator, values }],
  })
  const outcome = (selector: LabelSelector): boolean | string => {
    const compiled = objectSelector(selector)
    return compiled.ok ? compiled.matches(labels) : compiled.fault
  }

  const cases: readonly (readonly [selector: LabelSelector, expected: boolean | string])[] = [
    [{}, true],
    [{ matchLabels: {}, matchExpressions: [] }, true],
    [{ matchLabels: { app: 'web', empty: '' } }, true],
    [{ matchLabels: { app: 'web', tier: 'silver' } }, false],
    [{ matchLabels: { gone: '' } }, false],
    [expression('tier', 'In', 'silver', 'gold'), true],
    [expression('gone', 'In', 'x'), false],
    [expression('tier', 'NotIn', 'gold'), false],
    [expression('gone', 'NotIn', 'gold'), true],
    [expression('empty', 'Exists'), true],
    [expression('gone', 'Exists'), false],
    [expression('gone', 'DoesNotExist'), true],
    [{ matchExpressions: [{ key: 'app', operator: 'Exists' }] }, true],
    [{ matchLabels: { app: 'web' }, ...expression('tier', 'DoesNotExist') }, false],
    [expression('tier', 'In'), 'not a label selector'],
    [expression('tier', 'Exists', 'gold'), 'not a label selector'],
    [expression('tier', 'Gt', '1'), 'not a label selector'],
    [expression('a b', 'Exists'), 'not a label selector'],
    [{ matchLabels: { app: '{{values.app}}' } }, 'not a label selector'],
  ]
  for (const [selector, expected] of cases)
    it(`${JSON.stringify(selector)}: ${String(expected)}`, () => {
      assert.equal(outcome(selector), expected)
    })
})
