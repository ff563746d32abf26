import assert from 'node:assert/strict'
import { parseAssignments } from '../../src/registering/assignments.ts'
import { refusal } from './support.ts'

const P = 'argocd-cluster-registrar/'

const labels = (...texts: readonly string[]): Readonly<Record<string, string>> =>
  parseAssignments('label', texts, P)

describe('labels and annotations of a namespace, as typed', () => {
  it('given a key with or without the prefix, then it counts under the prefix', () => {
    assert.deepEqual(labels('tier=gold', `${P}region=eu`), { [`${P}tier`]: 'gold', [`${P}region`]: 'eu' })
  })

  it('given a value that is empty or has an equals sign in it, then it is kept as it is', () => {
    assert.deepEqual(labels('tier='), { [`${P}tier`]: '' })
    assert.deepEqual(parseAssignments('annotation', ['url=https://x/?a=b\n'], P), {
      [`${P}url`]: 'https://x/?a=b\n',
    })
  })

  it('given a key twice, then the last one counts', () => {
    assert.deepEqual(labels('tier=gold', `${P}tier=silver`), { [`${P}tier`]: 'silver' })
  })

  it('given a key that the registrar keeps itself, then it is refused, with and without the prefix (C4.04)', () => {
    assert.equal(
      refusal(() => labels('cluster=a')),
      '--label: "cluster" is not copied: the registrar keeps it itself | name the cluster with --name',
    )
    assert.equal(
      refusal(() => labels(`${P}managed-by=a`)),
      `--label: "${P}managed-by" is not copied: the registrar keeps it itself | name the owner with --managed-by`,
    )
    assert.equal(
      refusal(() => parseAssignments('annotation', ['prune=disabled'], P)),
      '--annotation: "prune" is not copied: the registrar keeps it itself | choose another key',
    )
  })

  it('given what is no assignment, key or value of a label, then it is refused', () => {
    assert.equal(
      refusal(() => labels('tier')),
      '--label: "tier" has no value | write --label KEY=VALUE; an empty VALUE is one too',
    )
    assert.equal(
      refusal(() => labels('example.org/tier=gold')),
      `--label: "example.org/tier" is not under ${P}, and nothing else is read | leave its prefix out`,
    )
    const rule = 'use at most 63 letters, digits, - _ and ., beginning and ending with a letter or digit'
    const key = '-----BEGIN PRIVATE KEY-----\nMARK'
    assert.equal(
      refusal(() => labels(key)),
      '--label: "…" has no value | write --label KEY=VALUE; an empty VALUE is one too',
    )
    assert.equal(
      refusal(() => labels(`tier=${key}`)),
      `--label: "…" is no label value | ${rule}`,
    )
    assert.equal(
      refusal(() => labels('-=x')),
      `--label: "-" is no label key | ${rule}`,
    )
    assert.equal(
      refusal(() => labels('=x')),
      `--label: "" is no label key | ${rule}`,
    )
    assert.equal(
      refusal(() => labels('tier=a b')),
      `--label: "a b" is no label value | ${rule}`,
    )
  })
})
