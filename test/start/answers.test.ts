import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './installation.ts'

describe('what the build has rendered', function () {
  this.timeout(20_000)
  const rendered = install()
  const bare = install()

  before('without it, the bundle answers', () => {
    rmSync(join(bare.folder, 'dist/answers.json'))
  })
  after(() => {
    rendered.remove()
    bare.remove()
  })

  for (const name of ['kubectl-registrar', 'argocd-registrar'])
    for (const words of [[], ['--help'], ['-h'], ['help'], ['version'], ['--version']])
      it(`says what oclif would: ${name} ${words.join(' ')}`, async () => {
        const answer = await rendered.run(words, { name })

        assert.deepEqual(answer, await bare.run(words, { name }))
        assert.equal(answer.code, 0)
        assert.notEqual(answer.stdout, '')
      })

  for (const words of [['version', '-o', 'json'], ['sync', '--help'], ['--nothing'], ['help', 'sync']])
    it(`is not asked for ${words.join(' ')}`, async () => {
      assert.deepEqual(await rendered.run(words), await bare.run(words))
    })
})
