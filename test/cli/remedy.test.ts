import assert from 'node:assert/strict'
import { completeRemedy } from '../../src/cli/remedy.ts'

describe('a remedy', () => {
  it('stays as it is where nothing was typed', () => {
    const complete = completeRemedy({}, 'kubectl registrar')

    assert.equal(complete('to undo it: kubectl registrar revert a'), 'to undo it: kubectl registrar revert a')
  })

  it('reaches the hub and the registrations it was said about', () => {
    const flags = {
      context: 'eu hub',
      as: 'bot',
      token: 'never-shown',
      'target-namespace': 'argocd-eu',
      provider: ['k3k', 'edge=e-*=config'],
      'exec-credentials': true,
      'discover-config': false,
      headers: false,
    }
    const complete = completeRemedy(flags, 'argocd registrar')

    assert.equal(
      complete('kubectl registrar prune a; or kubectl label namespace x y-'),
      "argocd registrar prune --context='eu hub' --as=bot --target-namespace=argocd-eu --provider=k3k --provider='edge=e-*=config' --exec-credentials --no-discover-config a; or kubectl --context='eu hub' --as=bot label namespace x y-",
    )
    assert.ok(!complete('kubectl registrar sync').includes('never-shown'))
  })

  it('goes on with the manifests it was said about, where the verb takes any', () => {
    const complete = completeRemedy({ filename: ['hub', 'more hubs'], recursive: false }, 'kubectl registrar')

    assert.equal(
      complete('kubectl registrar sync; kubectl registrar prune a'),
      "kubectl registrar sync --filename=hub --filename='more hubs' --no-recursive; kubectl registrar prune a",
    )
    assert.equal(
      completeRemedy({ filename: ['-'] }, 'kubectl registrar')('kubectl registrar sync'),
      'kubectl registrar sync',
    )
  })

  it('keeps the flags a command brings of its own, and no second of them', () => {
    const flags = { context: 'hub', provider: ['capi', 'capa-eks'], 'exec-credentials': false }
    const complete = completeRemedy(flags, 'kubectl registrar')

    assert.equal(
      complete(
        'kubectl registrar sync -n a --provider capa-eks --exec-credentials; then: kubectl registrar list',
      ),
      'kubectl registrar sync --context=hub -n a --provider capa-eks --exec-credentials; then: ' +
        'kubectl registrar list --context=hub --provider=capi --provider=capa-eks --no-exec-credentials',
    )
    assert.equal(
      complete('run kubectl registrar sync, and see --provider'),
      'run kubectl registrar sync --context=hub --provider=capi --provider=capa-eks --no-exec-credentials, and see --provider',
    )
  })

  it('leaves alone what is run where another kubeconfig is', () => {
    const remedy = 'run `kubectl config view --raw --flatten` where the file is'
    assert.equal(completeRemedy({ context: 'hub' }, 'kubectl registrar')(remedy), remedy)
  })

  it('quotes for a shell', () => {
    assert.equal(
      completeRemedy({ context: "it's" }, 'x')('kubectl get x'),
      "kubectl --context='it'\\''s' get x",
    )
  })
})
