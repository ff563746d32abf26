import assert from 'node:assert/strict'
import { readSubject } from '../../src/explaining/subject.ts'

describe('the word that is explained', () => {
  for (const [word, asked] of [
    ['sandbox', { name: 'sandbox' }],
    ['cluster/sandbox', { kind: 'cluster', name: 'sandbox' }],
    ['ns/team-a', { kind: 'namespace', name: 'team-a' }],
    ['namespaces/team-a', { kind: 'namespace', name: 'team-a' }],
    ['secret/cluster-a', { kind: 'secret', name: 'cluster-a' }],
    ['secret/team-a/kubeconfig', { kind: 'secret', namespace: 'team-a', name: 'kubeconfig' }],
    ['secret/cluster/kubeconfig', { kind: 'secret', namespace: 'cluster', name: 'kubeconfig' }],
    ['team-a/kubeconfig', { kind: 'secret', namespace: 'team-a', name: 'kubeconfig' }],
    ['https://h/cluster/x', { kind: 'server', name: 'https://h/cluster/x' }],
    ['server/h:6443', { kind: 'server', name: 'h:6443' }],
    ['server/https://h', { kind: 'server', name: 'https://h' }],
    ['/x', { name: '/x' }],
  ] as const)
    it(`given ${word}, then it is ${JSON.stringify(asked)}`, () => {
      assert.deepEqual(readSubject(word), asked)
    })
})
