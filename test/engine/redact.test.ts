import assert from 'node:assert/strict'
import { shownServer } from '../../src/engine/redact.ts'

const TOKEN = 'Zq7CANARYx7Kp2Wv9aB3dE5fG7hJ9kL2mN4pQ6'

describe('an address that somebody else stored', () => {
  it('is shown without what may be a credential, wherever it stands', () => {
    const cases: readonly (readonly [stored: string, shown: string])[] = [
      [`https://user:${TOKEN}@edge.example:6443`, 'https://…@edge.example:6443'],
      [`https://edge.example:6443?token=${TOKEN}`, 'https://edge.example:6443?…'],
      [`https://edge.example:6443#${TOKEN}`, 'https://edge.example:6443?…'],
      [`https://edge.example:6443/k8s/${TOKEN}/`, 'https://edge.example:6443/k8s/…'],
      [TOKEN, '…'],
      [`${TOKEN}\n`, '…'],
      [`Bearer/${TOKEN}`, 'Bearer/…'],
    ]
    for (const [stored, shown] of cases) assert.equal(shownServer(stored), shown)
  })

  it('is shown as it is where it is an address, whatever its path and host', () => {
    const addresses = [
      'https://rancher.example/k8s/clusters/c-m-7xk2pq9d',
      'https://hub.example/apis/cluster.karmada.io/v1alpha1/clusters/member1/proxy',
      'https://a1b2c3d4e5f60718293a4b5c6d7e8f90-1234567890.us-east-1.elb.amazonaws.com:6443',
      'https://[fd00:0000:0000:0000:0000:0000:0000:0001]:6443',
      'edge.example:6443',
      'https://h?agentName=edge',
      '',
    ]
    for (const address of addresses) assert.equal(shownServer(address), address)
  })
})
