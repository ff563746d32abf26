import assert from 'node:assert/strict'
import { readEnvironment, readInputs } from '../../src/settings/environment.ts'
import { PRESETS } from '../../src/providers/presets.ts'

describe('readEnvironment', () => {
  it('finds nothing where nothing is set, and takes an empty or blank variable for unset', () => {
    assert.deepEqual(readEnvironment({}), {})
    assert.deepEqual(
      readEnvironment({
        REGISTRAR_TARGET_NAMESPACE: '',
        REGISTRAR_PROVIDER: ' \n',
        REGISTRAR_EXEC_CREDENTIALS: '',
      }),
      {},
    )
  })

  it('reads every setting under the name of its flag, and remembers where it was given', () => {
    const given = readEnvironment({
      REGISTRAR_TARGET_NAMESPACE: 'gitops',
      REGISTRAR_LABEL_PREFIX: 'example.com/',
      REGISTRAR_MANAGED_BY: 'me',
      REGISTRAR_PROVIDER: 'capi',
      REGISTRAR_EXEC_CREDENTIALS: 'true',
      REGISTRAR_DEMOTED_TTL: '72h',
      REGISTRAR_MAX_REMOVALS: '10%',
      REGISTRAR_INTERVAL: '5m',
    })
    assert.deepEqual(given, {
      targetNamespace: { value: 'gitops', origin: 'REGISTRAR_TARGET_NAMESPACE' },
      labelPrefix: { value: 'example.com/', origin: 'REGISTRAR_LABEL_PREFIX' },
      managedBy: { value: 'me', origin: 'REGISTRAR_MANAGED_BY' },
      providers: { value: [PRESETS['capi']], origin: 'REGISTRAR_PROVIDER' },
      execCredentials: { value: true, origin: 'REGISTRAR_EXEC_CREDENTIALS' },
      demotedTTL: { value: '72h', origin: 'REGISTRAR_DEMOTED_TTL' },
      maxRemovals: { value: '10%', origin: 'REGISTRAR_MAX_REMOVALS' },
      interval: { value: '5m', origin: 'REGISTRAR_INTERVAL' },
    })
  })

  it('C1.37 parts REGISTRAR_PROVIDER at white space, in order, and never at commas', () => {
    const { providers } = readEnvironment({ REGISTRAR_PROVIDER: ' capi\tmine=m-*=a,b=exec\n  k3k ' })
    assert.deepEqual(providers?.value, [
      PRESETS['capi'],
      { name: 'mine', secretNamePattern: 'm-*', secretKeys: ['a', 'b'], allowExec: true },
      PRESETS['k3k'],
    ])
  })

  it('C1.38 refuses a bad provider, naming the variable', () => {
    assert.throws(() => readEnvironment({ REGISTRAR_PROVIDER: 'k3k nonsense' }), {
      name: 'UsageError',
      message: 'REGISTRAR_PROVIDER: unknown provider "nonsense"',
    })
  })

  it('C1.08 reads booleans as Go does and refuses anything else', () => {
    const read = (text: string): boolean | undefined =>
      readEnvironment({ REGISTRAR_EXEC_CREDENTIALS: text }).execCredentials?.value
    assert.deepEqual(['1', 't', 'T', 'TRUE', 'true', 'True'].map(read), Array(6).fill(true))
    assert.deepEqual(['0', 'f', 'F', 'FALSE', 'false', 'False'].map(read), Array(6).fill(false))
    for (const text of ['yes', 'on', 'tRue', ' true', '2'])
      assert.throws(() => read(text), { name: 'UsageError', message: /^REGISTRAR_EXEC_CREDENTIALS: / })
  })
})

describe('readInputs', () => {
  it('reads the configuration, namespaces and files, the last two as lists', () => {
    assert.deepEqual(readInputs({}), { namespaces: [], filenames: [] })
    assert.deepEqual(
      readInputs({
        REGISTRAR_CONFIG: 'a b.yaml',
        REGISTRAR_NAMESPACE: 'one  two',
        REGISTRAR_FILENAME: 'x -',
      }),
      { config: 'a b.yaml', namespaces: ['one', 'two'], filenames: ['x', '-'] },
    )
  })

  it('refuses a variable that is no setting, but those of a Service called registrar', () => {
    for (const name of ['REGISTRAR_DRY_RUN', 'REGISTRAR_PROVIDERS', 'REGISTRAR_'])
      assert.throws(
        () => readEnvironment({ [name]: 'x' }),
        new RegExp(`^UsageError: ${name}: there is no such setting`),
      )
    const links = [
      'SERVICE_HOST',
      'SERVICE_PORT',
      'SERVICE_PORT_HTTP',
      'PORT',
      'PORT_8080_TCP',
      'PORT_8080_TCP_ADDR',
      'METRICS_SERVICE_HOST',
      'METRICS_PORT',
    ]
    assert.deepEqual(readEnvironment(Object.fromEntries(links.map((link) => [`REGISTRAR_${link}`, 'x']))), {})
  })
})
