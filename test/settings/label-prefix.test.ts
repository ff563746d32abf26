import assert from 'node:assert/strict'
import { foreignPrefixFault, labelPrefixFault } from '../../src/settings/label-prefix.ts'

const SHARED = [
  'kubernetes.io',
  'k8s.io',
  'x-k8s.io',
  'argoproj.io',
  'argoproj-labs.io',
  'helm.sh',
  'fluxcd.io',
  'k3k.io',
  'openshift.io',
  'cattle.io',
]

describe('a label prefix', () => {
  for (const domain of SHARED)
    it(`C1.52 C1.59 C10.09 is not ${domain}, below it, or above it`, () => {
      const above = domain.slice(domain.indexOf('.') + 1)
      for (const prefix of [
        `${domain}/`,
        `app.${domain}/`,
        `a.b.${domain}/`,
        `${above}/`,
        domain,
        domain.toUpperCase() + '/',
      ])
        assert.notEqual(foreignPrefixFault(prefix), undefined, prefix)
    })

  it('is not the domain of our own bookkeeping', () => {
    assert.notEqual(foreignPrefixFault('kubectl-registrar/'), undefined)
  })

  for (const prefix of [
    'argocd-cluster-registrar/',
    'registrar.example.com/',
    'notkubernetes.io/',
    'argoproj.io.example.com/',
    `${'a'.repeat(253)}/`,
  ])
    it(`may be ${prefix.slice(0, 40)}`, () => {
      assert.equal(foreignPrefixFault(prefix), undefined)
      assert.equal(labelPrefixFault(prefix), undefined)
    })

  const faults: readonly (readonly [row: string, prefix: string, fault: RegExp])[] = [
    ['C1.54', '', /is empty/],
    ['C1.55', 'example.com', /does not end in \//],
    ['C1.52', 'argocd.argoproj.i', /does not end in \//],
    ['C1.56', 'Example.com/', /not a lower-case DNS name/],
    ['C1.56', '/', /not a lower-case DNS name/],
    ['C1.56', 'example.com/a/', /not a lower-case DNS name/],
    ['C1.56', 'exa mple.com/', /not a lower-case DNS name/],
    ['C1.56', `${'a'.repeat(254)}/`, /not a lower-case DNS name/],
  ]
  for (const [row, prefix, fault] of faults)
    it(`${row} is not ${JSON.stringify(prefix.slice(0, 40))}`, () => {
      assert.match(labelPrefixFault(prefix) ?? '', fault)
    })
})
