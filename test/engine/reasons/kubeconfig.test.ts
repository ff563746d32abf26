import assert from 'node:assert/strict'
import { TRANSLATION_WARNINGS, UNUSABLE } from '../../../src/engine/reasons/kubeconfig.ts'
import type { Params, TranslationWarningId, UnusableCause } from '../../../src/kubeconfig/translation.ts'
import { cases } from '../../fixtures/kubeconfigs/load.ts'
import { translateText } from '../../kubeconfig/support.ts'

const both = (cause: UnusableCause, params: Params): readonly [string, string] => [
  UNUSABLE[cause].message(params),
  UNUSABLE[cause].remedy(params),
]

/** What a person is told about a case of the corpus, with exec translation on. */
const told = (id: string): readonly [string, string] => {
  const item = cases.find((candidate) => candidate.id === id)
  const translation = translateText(item?.kubeconfig ?? '', {
    allowExec: true,
    policy: { execCredentials: true },
  })
  if (translation.outcome !== 'unusable') throw new Error(`${id} is usable`)
  return both(translation.cause, translation.params)
}

describe('the texts of unusable kubeconfigs', () => {
  it('are one sentence and one remedy for every cause, with or without params', () => {
    for (const cause of Object.keys(UNUSABLE) as UnusableCause[])
      for (const text of both(cause, {})) {
        assert.notEqual(text, '', cause)
        assert.equal(/undefined|\n|\.$/.test(text), false, text)
      }
  })

  it('are there for every warning too', () => {
    for (const id of Object.keys(TRANSLATION_WARNINGS) as TranslationWarningId[])
      for (const text of [TRANSLATION_WARNINGS[id].message({}), TRANSLATION_WARNINGS[id].remedy({})]) {
        assert.notEqual(text, '', id)
        assert.equal(/undefined|\n|\.$/.test(text), false, text)
      }
  })

  it('name the fault and its place, and what to do about it', () => {
    assert.deepEqual(told('cert-without-key'), [
      'client-certificate-data is there but client-key-data is missing',
      'add user.client-key-data, or remove user.client-certificate-data',
    ])
    assert.deepEqual(told('ca-double-encoded'), [
      'certificate-authority-data is base64-encoded twice',
      'encode the PEM file once (`base64 -w0 FILE`)',
    ])
    assert.deepEqual(told('server-no-scheme-ip'), [
      'server has no scheme',
      'write it as https://10.0.0.5:6443: Argo CD compares the whole string',
    ])
    assert.deepEqual(told('no-current-context-multi'), [
      'the kubeconfig has 2 clusters and 2 users but no current-context, and which belong together is not guessed; its contexts are a, b',
      'set current-context (`kubectl config use-context NAME`), or leave one cluster and one user in it',
    ])
  })

  it('point at the tool that writes a usable kubeconfig', () => {
    for (const [id, remedy] of [
      ['minikube-file-paths', 'kubectl config view --raw --flatten'],
      ['kind-host', 'kind get kubeconfig --internal'],
      ['vcluster-default-localhost', 'exportKubeConfig.server'],
      ['aks-legacy-auth-provider', 'kubelogin convert-kubeconfig'],
      ['aks-legacy-auth-provider', 'az aks get-credentials'],
      ['doctl-exec', 'doctl kubernetes cluster kubeconfig show'],
      ['teleport-tsh-exec', 'tbot'],
      ['capg-gke-user-exec', 'Google token'],
      ['eks-update-kubeconfig-role', 'identity of the Argo CD pods'],
    ] as const)
      assert.equal(told(id)[1].includes(remedy), true, id)
  })

  it('C3.69 say which gate of exec translation is shut, and how to open it', () => {
    assert.deepEqual(
      ['provider', 'setting', 'both'].map((gate) => UNUSABLE['exec-gate'].remedy({ command: 'aws', gate })),
      [
        'let the provider translate it: the presets capa-eks and capz-aks do, or end your own provider in `=exec`',
        'turn on --exec-credentials',
        'turn on --exec-credentials, and use a provider that allows it (capa-eks, capz-aks, or your own with `=exec`)',
      ],
    )
  })
})
