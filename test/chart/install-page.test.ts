import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { compareOutput } from '../docs/compare-output.ts'
import { blocksOf, readPage } from '../docs/pages.ts'
import { hasKubectl, makeScratch, type Scratch } from '../docs/scratch.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { findHelm, useHelm } from './helm.ts'

const PAGE = 'docs/install.md'

const blocks = blocksOf(readPage(PAGE))
const commands = blocks.flatMap((block, index) => {
  const next = blocks[index + 1]
  if (block.language !== 'bash' || block.mark !== 'helm') return []
  return [{ block, output: next?.language === 'text' ? next.text : undefined }]
})

describe(`commands of ${PAGE} that need helm and a hub`, function () {
  this.timeout(60_000)
  useHelm()
  const hub = useHub()
  const state: { scratch?: Scratch } = {}

  before('make the namespace of Argo CD', async function () {
    if (!hasKubectl()) this.skip()
    state.scratch = makeScratch(true)
    await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: 'argocd' } }, [201, 409])
  })
  after(() => state.scratch?.remove())

  for (const { block, output } of commands)
    it(`given the block of line ${block.line}, when run, then it prints what the page shows`, async () => {
      const script = `export PATH="${dirname(findHelm() ?? '')}:$PATH"\n${block.text}`
      const ran = await state.scratch!.run(script, { KUBECONFIG: hub().kubeconfig('admin') })
      assert.equal(ran.code, 0, ran.output)
      if (output !== undefined) compareOutput(ran.output, output)
    })
})
