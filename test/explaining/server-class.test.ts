import assert from 'node:assert/strict'
import { explainServer } from '../../src/explaining/server-class.ts'

describe('the class of a server', () => {
  for (const [server, expected] of [
    ['https://KUBERNETES.default.svc.', 'in-cluster'],
    ['https://127.0.0.1:6443', 'local'],
    ['https://[fe80::1]', 'local'],
    ['https://api.team-a.svc', 'service'],
    ['https://host.docker.internal', 'desktop'],
    ['https://127.0.0.1.nip.io', 'loopback-name'],
    ['https://10.1.2.3:31000', 'private'],
    ['https://192.0.2.1', 'ip'],
    ['https://[2001:db8::1]:6443', 'ip'],
    ['https://api', 'single-label'],
    ['https://api.example.com/path', 'name'],
    ['api.example.com', 'invalid'],
    ['', 'invalid'],
  ] as const)
    it(`given ${server}, then it is ${expected}, in words too`, () => {
      const { class: found, message } = explainServer(server)
      assert.equal(found, expected)
      assert.notEqual(message, '')
    })

  it('given one with a password in it, then that is not shown', () => {
    assert.equal(explainServer('https://u:MARKED@h.example/?t=MARKED').address, 'https://…@h.example?…')
  })
})
