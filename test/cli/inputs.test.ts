import assert from 'node:assert/strict'
import { connectionOf, dryRunOf, isOn, outputOf, releaseOf, typedSettings } from '../../src/cli/inputs.ts'
import { UsageError } from '../../src/errors.ts'

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof UsageError)
    return `${error.message} | ${error.remedy}`
  }
  return assert.fail('accepted')
}

describe('what flags come to', () => {
  it('given no flag, then nothing is said of the connection and of settings, and output has its defaults', () => {
    assert.deepEqual(connectionOf({}), {})
    assert.deepEqual(typedSettings({}), {})
    assert.deepEqual(outputOf({}), {
      format: 'table',
      headers: true,
      color: 'auto',
      redact: false,
      exitZero: false,
      verbosity: 0,
    })
    assert.equal(dryRunOf({}), 'none')
  })

  it('given every connection flag, then each is handed on', () => {
    assert.deepEqual(
      connectionOf({
        kubeconfig: 'k',
        context: 'c',
        cluster: 'l',
        user: 'u',
        server: 'https://s',
        token: 't',
        as: 'a',
        'as-group': ['g', 'h'],
        'as-uid': 'i',
        'certificate-authority': 'ca',
        'client-certificate': 'cc',
        'client-key': 'ck',
        'insecure-skip-tls-verify': false,
        'tls-server-name': 'n',
        'request-timeout': '1m30s',
      }),
      {
        kubeconfig: 'k',
        context: 'c',
        cluster: 'l',
        user: 'u',
        server: 'https://s',
        token: 't',
        as: 'a',
        asGroups: ['g', 'h'],
        asUid: 'i',
        certificateAuthority: 'ca',
        clientCertificate: 'cc',
        clientKey: 'ck',
        insecureSkipTlsVerify: false,
        tlsServerName: 'n',
        requestTimeout: 90_000,
      },
    )
  })

  it('given --request-timeout, then a bare number is seconds and 0 is no limit, as with kubectl', () => {
    const timeout = (text: string): unknown => connectionOf({ 'request-timeout': text }).requestTimeout

    assert.deepEqual(['5', '0', '0s', '250ms', '1h', ''].map(timeout), [
      5000,
      0,
      0,
      250,
      3_600_000,
      undefined,
    ])
    for (const text of ['soon', '-1s', '1d'])
      assert.equal(
        refusal(() => timeout(text)),
        `--request-timeout: "${text}" is not a duration | write --request-timeout=30s, or 0 for no limit`,
      )
  })

  it('given settings, then each carries the flag it was typed with', () => {
    assert.deepEqual(
      typedSettings({
        'target-namespace': 't',
        'label-prefix': 'p/',
        'managed-by': 'm',
        'exec-credentials': false,
        'demoted-ttl': '1h',
        'max-removals': '5',
        provider: ['mine=a-*=k1,k2=exec'],
      }),
      {
        targetNamespace: { value: 't', origin: '--target-namespace' },
        labelPrefix: { value: 'p/', origin: '--label-prefix' },
        managedBy: { value: 'm', origin: '--managed-by' },
        providers: {
          value: [{ name: 'mine', secretNamePattern: 'a-*', secretKeys: ['k1', 'k2'], allowExec: true }],
          origin: '--provider',
        },
        execCredentials: { value: false, origin: '--exec-credentials' },
        demotedTTL: { value: '1h', origin: '--demoted-ttl' },
        maxRemovals: { value: '5', origin: '--max-removals' },
      },
    )
  })

  it('given a switch, then it is on where it was typed alone', () => {
    assert.deepEqual(
      [{ force: true }, { force: false }, {}].map((flags) => isOn(flags, 'force')),
      [true, false, false],
    )
  })

  it('given how many removals a person lets go, then it is a number or a part of all', () => {
    assert.deepEqual(['5', '100%', undefined].map(releaseOf), [{ count: 5 }, { percent: 100 }, undefined])
    for (const text of ['', 'all', '-1', '101%', '1.5'])
      assert.equal(
        refusal(() => releaseOf(text)),
        `--max-removals: "${text}" is neither a number nor a percentage | write --max-removals 5 or --max-removals 50%`,
      )
  })

  it('given what may be a credential in the wrong place, then it is not repeated', () => {
    const word = 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'
    for (const read of [
      () => outputOf({ output: word }),
      () => outputOf({ color: word }),
      () => outputOf({ v: word }),
      () => dryRunOf({ 'dry-run': word }),
      () => releaseOf(word),
      () => connectionOf({ 'request-timeout': word }),
    ])
      assert.match(refusal(read), /^-\S+: "…" is /)
  })

  it('given a form, colour, verbosity or dry run that is none, then the possible ones are said', () => {
    assert.equal(
      refusal(() => outputOf({ output: 'jsonpath' })),
      '--output: "jsonpath" is not one of table, wide, name, json, yaml | write --output=table',
    )
    assert.equal(
      refusal(() => outputOf({ color: 'yes' })),
      '--color: "yes" is not one of auto, always, never | write --color=auto',
    )
    for (const v of ['10', '-1', 'x', ''])
      assert.equal(
        refusal(() => outputOf({ v })),
        `-v: "${v}" is not a number from 0 to 9 | write -v=6`,
      )
    assert.equal(
      refusal(() => dryRunOf({ 'dry-run': 'false' })),
      '--dry-run: "false" is not one of none, client, server | leave it out to have it done, or write --dry-run=none',
    )
    assert.equal(
      refusal(() => dryRunOf({ 'dry-run': 'true' })),
      '--dry-run: "true" is not one of none, client, server | write --dry-run=client',
    )
  })
})
