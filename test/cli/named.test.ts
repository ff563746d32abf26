import assert from 'node:assert/strict'
import { closest } from '../../src/cli/closest.ts'
import { namedRegistrations } from '../../src/cli/named.ts'
import { registrationDigest } from '../../src/engine/observe/digest.ts'
import type { RegistrationDigest } from '../../src/engine/snapshot.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { refusal } from '../registering/support.ts'

const P = 'argocd-cluster-registrar/'
const settings = resolveSettings({})
const LIST = 'kubectl registrar list --all'

const registration = (secret: string, label?: string, owner = 'cluster-registrar'): RegistrationDigest =>
  registrationDigest(
    {
      metadata: {
        name: secret,
        namespace: 'argocd',
        labels: {
          'argocd.argoproj.io/secret-type': 'cluster',
          [`${P}managed-by`]: owner,
          ...(label === undefined ? {} : { [`${P}cluster`]: label }),
        },
      },
    },
    settings,
  )

describe('registrations that a person names', () => {
  const hub = [
    registration('cluster-sandbox', 'sandbox'),
    registration('cluster-staging', 'stage'),
    registration('cluster-cluster-sandbox', 'cluster-sandbox'),
    registration('cluster-theirs', 'theirs', 'somebody-else'),
    // Says nothing of a name.
    registration('cluster-'),
  ]
  const find = (...words: readonly string[]): readonly string[] =>
    namedRegistrations(hub, settings, words).map(({ name }) => name)

  it('given a cluster, its Secret, or what -o name prints, then it is that registration, once', () => {
    assert.deepEqual(find('sandbox'), ['cluster-sandbox'])
    assert.deepEqual(find('cluster-staging'), ['cluster-staging'])
    assert.deepEqual(find('secret/cluster-sandbox'), ['cluster-sandbox'])
    assert.deepEqual(find('staging', 'sandbox', 'secret/cluster-staging'), [
      'cluster-staging',
      'cluster-sandbox',
    ])
  })

  it('given a label that says another name than the Secret, then it goes by both', () => {
    assert.deepEqual(find('stage'), ['cluster-staging'])
    assert.deepEqual(find('staging'), ['cluster-staging'])
  })

  it('given a word that means two, then it is refused with what to write', () => {
    assert.equal(
      refusal(() => find('cluster-sandbox')),
      '"cluster-sandbox" names several registrations | write the one you mean: secret/cluster-cluster-sandbox or secret/cluster-sandbox',
    )
  })

  it('given a name that is none of ours, then the closest is proposed, and the list', () => {
    assert.equal(
      refusal(() => find('sandbox', 'sandbos')),
      `no registration of ours is called "sandbos" | did you mean sandbox? see those there are: ${LIST}`,
    )
    assert.equal(
      refusal(() => find('secret/cluster-stagin')),
      `no registration of ours is called "secret/cluster-stagin" | did you mean staging? see those there are: ${LIST}`,
    )
    for (const word of ['theirs', 'quite-another', '', 'secret/'])
      assert.equal(
        refusal(() => find(word)),
        `no registration of ours is called "${word}" | see those there are: ${LIST}`,
      )
  })
})

describe('a word that may be a credential', () => {
  it('given it names nothing, then it is not repeated', () => {
    for (const word of [
      'ghp_0123456789abcdefghij',
      'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
      '-----BEGIN PRIVATE KEY-----\nMARK',
    ])
      assert.equal(
        refusal(() => namedRegistrations([], settings, [word])),
        `no registration of ours is called "…" | see those there are: ${LIST}`,
      )
  })
})

describe('the closest name', () => {
  it('given one within a third of its characters, then it is that one, and of two the nearer', () => {
    assert.equal(closest('prod-eu', ['prod-us', 'prod-eu1', 'dev']), 'prod-eu1')
    assert.equal(closest('sandbx', ['sandbox']), 'sandbox')
    assert.equal(closest('a', ['b', 'c']), 'b')
  })

  it('given none so near, then there is none', () => {
    assert.equal(closest('prod', ['staging', 'development']), undefined)
    assert.equal(closest('prod', []), undefined)
  })
})
