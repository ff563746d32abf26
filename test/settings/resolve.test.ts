import assert from 'node:assert/strict'
import { UsageError } from '../../src/errors.ts'
import { PRESETS } from '../../src/providers/presets.ts'
import type { Provider } from '../../src/providers/provider.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { mergeRaw, resolveSettings, restrictDiscovered } from '../../src/settings/resolve.ts'
import { settingsNotes } from '../../src/settings/settings-notes.ts'

type Values = { readonly [Key in keyof RawSettings]?: NonNullable<RawSettings[Key]>['value'] }

/** Values as one source gives them. */
const raw = (values: Values, origin = 'here'): RawSettings =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, origin }]))

const faultOf = (values: Values, namespaces: readonly string[] = []): string => {
  try {
    resolveSettings(raw(values), namespaces)
  } catch (error) {
    if (error instanceof UsageError && error.remedy !== '') return error.message
    throw error
  }
  return ''
}

const own: Provider = { name: 'own', secretNamePattern: 'o-*', secretKeys: ['value'], allowExec: false }

describe('resolveSettings', () => {
  it('C1.16-C1.28 C1.31 has the defaults of the reference', () => {
    assert.deepEqual(resolveSettings({}), {
      targetNamespace: 'argocd',
      targetNamespaceChosen: false,
      labelPrefix: 'argocd-cluster-registrar/',
      managedBy: 'cluster-registrar',
      providers: [PRESETS['k3k']],
      providersChosen: false,
      execCredentials: false,
      execHosts: [],
      execProxies: [],
      demotedTtl: 0,
      maxRemovals: undefined,
      interval: 60_000,
      updatesPerMinute: 60,
      uidGrace: 86_400_000,
      renames: 'apply',
      namespaces: [],
    })
  })

  it('C1.29 C1.37 C1.39 takes every value as given', () => {
    const given = raw({
      targetNamespace: 'gitops',
      labelPrefix: 'example.com/',
      managedBy: 'me',
      providers: [own, ...Object.values(PRESETS)],
      execCredentials: true,
      execHosts: ['a.example.com'],
      execProxies: ['http://p:3128'],
      demotedTTL: '72h',
      maxRemovals: '10%',
      interval: '1s',
      updatesPerMinute: '0',
      uidGrace: '2d',
      renames: 'hold',
    })
    assert.deepEqual(resolveSettings(given, ['a', 'b']), {
      targetNamespace: 'gitops',
      targetNamespaceChosen: true,
      labelPrefix: 'example.com/',
      managedBy: 'me',
      providers: [own, ...Object.values(PRESETS)],
      providersChosen: true,
      execCredentials: true,
      execHosts: ['a.example.com'],
      execProxies: ['http://p:3128'],
      demotedTtl: 259_200_000,
      maxRemovals: { percent: 10 },
      interval: 1000,
      updatesPerMinute: 0,
      uidGrace: 172_800_000,
      renames: 'hold',
      namespaces: ['a', 'b'],
    })
  })

  const refused: readonly (readonly [row: string, values: Values, fault: RegExp])[] = [
    ['C1.40', { interval: '0s' }, /^here: "0s" is not a positive duration$/],
    ['C1.40', { interval: '-1s' }, /^here: "-1s" is not a positive duration$/],
    ['C1.09', { interval: '60' }, /^here: "60" is not a positive duration$/],
    ['C1.09', { demotedTTL: '7d' }, /^here: "7d" is not a duration of 0 or more$/],
    ['C1.41', { targetNamespace: '' }, /^here: "" is not the name of a namespace$/],
    ['C1.58 C10.08', { targetNamespace: 'Argo_CD' }, /^here: "Argo_CD" is not the name of a namespace$/],
    ['C1.42', { managedBy: '' }, /^here: "" is not a label value$/],
    ['C1.58 C10.08', { managedBy: 'a b' }, /^here: "a b" is not a label value$/],
    ['C1.58 C10.08', { managedBy: 'x,y=z' }, /^here: "x,y=z" is not a label value$/],
    ['C1.43', { providers: [] }, /^here: no provider is configured$/],
    ['C1.44', { providers: [own, { ...own, name: '' }] }, /^here: .*position 1/],
    ['C1.45', { providers: [{ ...own, name: 'my tool' }] }, /^here: .*label value/],
    ['C1.45', { providers: [{ ...own, name: 'a'.repeat(64) }] }, /^here: .*label value/],
    ['C1.46', { providers: [own, own] }, /^here: .*own is listed twice/],
    ['C1.47', { providers: [{ ...own, secretNamePattern: '' }] }, /^here: provider own has no Secret name/],
    ['C1.48', { providers: [{ ...own, secretKeys: [] }] }, /^here: provider own has no Secret keys/],
    ['C1.49', { providers: [{ ...own, secretKeys: ['a', ''] }] }, /^here: provider own has an empty/],
    ['C1.50', { providers: [{ ...own, secretKeys: ['a', 'a'] }] }, /^here: .*"a" twice/],
    ['C1.51', { providers: [{ ...own, secretNamePattern: 'k3k-[' }] }, /^here: .*"k3k-\["/],
    ['C1.52', { labelPrefix: 'argocd.argoproj.io/' }, /^here: .*belongs to argoproj\.io/],
    ['C1.53', { demotedTTL: '-1s' }, /^here: "-1s" is not a duration of 0 or more$/],
    ['C1.54', { labelPrefix: '' }, /^here: the label prefix is empty$/],
    ['C1.55', { labelPrefix: 'example.com' }, /^here: .*does not end in \/$/],
    ['C1.56', { labelPrefix: 'Example.com/' }, /^here: .*lower-case DNS name/],
    ['C1.59 C10.09', { labelPrefix: 'app.kubernetes.io/' }, /^here: .*belongs to kubernetes\.io/],
    ['the brake', { maxRemovals: 'many' }, /^here: "many" is neither a number nor a percentage$/],
    ['the brake', { maxRemovals: '101%' }, /^here: "101%" is neither/],
    ['the brake', { maxRemovals: '-1' }, /^here: "-1" is neither/],
    ['the grace', { uidGrace: '-1h' }, /^here: "-1h" is not a duration of 0 or more$/],
  ]
  for (const [row, values, fault] of refused)
    it(`${row} refuses ${JSON.stringify(values).slice(0, 70)}`, () => {
      assert.match(faultOf(values), fault)
    })

  const remedyOf = (values: Values, origin: string): string => {
    try {
      resolveSettings(raw(values, origin))
    } catch (error) {
      if (error instanceof UsageError) return error.remedy
      throw error
    }
    return ''
  }

  it('proposes a brake in the form it was given in', () => {
    assert.equal(
      remedyOf({ maxRemovals: '150%' }, '--max-removals'),
      'write --max-removals 5 or --max-removals 50%',
    )
    assert.equal(
      remedyOf({ maxRemovals: '150%' }, 'REGISTRAR_MAX_REMOVALS'),
      'write REGISTRAR_MAX_REMOVALS=5 or REGISTRAR_MAX_REMOVALS=50%',
    )
    assert.equal(remedyOf({ maxRemovals: '150%' }, 'config.yaml:4'), 'write 5 or 50%')
  })

  it('proposes hours for days, where days are not taken', () => {
    assert.equal(remedyOf({ demotedTTL: '30d' }, 'here'), 'write it in hours: 720h')
    assert.equal(remedyOf({ demotedTTL: '30 d' }, 'here'), 'write a duration such as 60s, 12h or 720h')
    assert.equal(remedyOf({ demotedTTL: '-30d' }, 'here'), 'write a duration such as 60s, 12h or 720h')
    assert.equal(remedyOf({ uidGrace: 'soon' }, 'here'), 'write a duration such as 60s, 12h or 30d')
  })

  it('refuses a namespace that can not exist', () => {
    assert.equal(faultOf({}, ['ok', 'not ok']), '--namespace: "not ok" is not the name of a namespace')
  })

  it('C1.40-C1.56 reports the first fault only, in the order of the reference', () => {
    const wrong: Values = {
      interval: '0',
      targetNamespace: '',
      managedBy: '',
      providers: [],
      labelPrefix: 'argoproj.io/',
      demotedTTL: '-1s',
    }
    const right: Required<
      Pick<Values, 'interval' | 'targetNamespace' | 'managedBy' | 'providers' | 'labelPrefix' | 'demotedTTL'>
    > = {
      interval: '1s',
      targetNamespace: 'a',
      managedBy: 'a',
      providers: [own],
      labelPrefix: '',
      demotedTTL: '0',
    }
    const faults: string[] = []
    let values = wrong
    for (const key of [
      'interval',
      'targetNamespace',
      'managedBy',
      'providers',
      'labelPrefix',
      'demotedTTL',
    ] as const) {
      faults.push(faultOf(values))
      values = { ...values, [key]: right[key] }
    }
    faults.push(faultOf(values))
    assert.deepEqual(faults, [
      'here: "0" is not a positive duration',
      'here: "" is not the name of a namespace',
      'here: "" is not a label value',
      'here: no provider is configured',
      'here: the label prefix "argoproj.io/" belongs to argoproj.io: its keys are other people\'s',
      'here: "-1s" is not a duration of 0 or more',
      'here: the label prefix is empty',
    ])
  })

  it('C1.60 never repairs a value, not even white space round it', () => {
    assert.notEqual(faultOf({ targetNamespace: ' argocd' }), '')
    assert.notEqual(faultOf({ interval: ' 60s' }), '')
  })
})

describe('mergeRaw', () => {
  it('lets the first source win, key by key: flag, environment, file, ConfigMap', () => {
    const merged = mergeRaw(
      raw({ managedBy: 'flag' }, '--managed-by'),
      raw({ managedBy: 'env', interval: '1m' }, 'REGISTRAR'),
      raw({ interval: '2m', demotedTTL: '1h' }, 'c.yaml:3'),
      raw({ demotedTTL: '2h', execCredentials: true }, 'configmap'),
    )
    assert.deepEqual(merged, {
      managedBy: { value: 'flag', origin: '--managed-by' },
      interval: { value: '1m', origin: 'REGISTRAR' },
      demotedTTL: { value: '1h', origin: 'c.yaml:3' },
      execCredentials: { value: true, origin: 'configmap' },
    })
  })

  it('C1.32 lets a typed value win that says what the default says', () => {
    const settings = resolveSettings(
      mergeRaw(raw({ execCredentials: false }), raw({ execCredentials: true })),
    )
    assert.equal(settings.execCredentials, false)
  })
})

describe('restrictDiscovered', () => {
  it('never takes another target namespace', () => {
    assert.deepEqual(
      restrictDiscovered(raw({ targetNamespace: 'other', managedBy: 'me' })),
      raw({ managedBy: 'me' }),
    )
  })

  it('takes a brake only where it is no looser than the default on any hub', () => {
    const kept = (maxRemovals: string): boolean =>
      restrictDiscovered(raw({ maxRemovals })).maxRemovals !== undefined
    assert.deepEqual(['0', '3', '0%', '50%'].map(kept), [true, true, true, true])
    assert.deepEqual(['4', '1000', '51%', '100%'].map(kept), [false, false, false, false])
  })

  it('keeps a brake that can not be read, so that it is refused rather than overlooked', () => {
    const settings = restrictDiscovered(raw({ maxRemovals: 'none' }))
    assert.throws(() => resolveSettings(settings), { name: 'UsageError' })
  })
})

describe('settingsNotes', () => {
  const notes = (values: Values): string[] => settingsNotes(resolveSettings(raw(values)))
  const exec = [PRESETS['capa-eks']!]

  it('says nothing of the defaults', () => {
    assert.deepEqual(notes({}), [])
  })

  it('C1.62 says that exec credentials reach no provider', () => {
    const [note, ...others] = notes({ execCredentials: true })
    assert.match(note ?? '', /nothing is translated; add capa-eks or capz-aks/)
    assert.deepEqual(others, [])
  })

  it('C1.63 says that a provider stays refused without them', () => {
    const [note, ...others] = notes({ providers: exec })
    assert.match(note ?? '', /^exec credentials are off: kubeconfigs of capa-eks .*--exec-credentials$/)
    assert.deepEqual(others, [])
  })

  it('C1.64 says nothing where both are on', () => {
    assert.deepEqual(notes({ providers: exec, execCredentials: true }), [])
  })

  it('C1.65 says that nothing expires sooner than the interval', () => {
    assert.match(
      notes({ demotedTTL: '30s' })[0] ?? '',
      /^--demoted-ttl 30s is shorter than the interval: .*1m0s$/,
    )
    assert.deepEqual(notes({ demotedTTL: '60s' }), [])
    assert.deepEqual(notes({ demotedTTL: '0s' }), [])
  })

  const ofBrake = (maxRemovals: string, origin = '--max-removals'): string[] => {
    const given = raw({ maxRemovals }, origin)
    return settingsNotes(resolveSettings(given), given)
  }

  it('says of a typed brake where it is looser than the default, and nothing of one that is not', () => {
    assert.deepEqual(ofBrake('10'), [
      '--max-removals 10 lets more go at once than the default, the larger of 3 and 50%, on a hub of fewer than 20 registrations',
    ])
    assert.deepEqual(ofBrake('80%'), [
      '--max-removals 80% lets more go at once than the default, the larger of 3 and 50%',
    ])
    for (const tighter of ['0', '3', '50%']) assert.deepEqual(ofBrake(tighter), [])
  })

  it('says nothing of a looser brake that is set for good', () => {
    assert.deepEqual(ofBrake('10', 'REGISTRAR_MAX_REMOVALS'), [])
    assert.deepEqual(ofBrake('100%', 'config.yaml:4'), [])
  })

  it('C1.66 speaks of exec before the TTL', () => {
    const found = notes({ execCredentials: true, demotedTTL: '1s' })
    assert.deepEqual(
      found.map((note) => note.split(' ', 1)[0]),
      ['exec', '--demoted-ttl'],
    )
  })
})
