import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './installation.ts'

describe('what lies in the folder of the user', function () {
  this.timeout(60_000)
  const at = install()
  const data = join(at.folder, 'data')
  const run = (home: string): ReturnType<typeof at.run> =>
    at.run(['manifests', '-t', 'argo'], { env: { XDG_DATA_HOME: home } })

  before(() => {
    const own = join(data, 'kubectl-registrar')
    const plugin = join(own, 'plugin')
    mkdirSync(join(plugin, 'commands'), { recursive: true })
    const linked = { name: 'plugin', type: 'link', root: plugin }
    writeFileSync(join(own, 'package.json'), JSON.stringify({ oclif: { plugins: [linked] } }))
    const described = { name: 'plugin', version: '1.0.0', oclif: { commands: './commands' } }
    writeFileSync(join(plugin, 'package.json'), JSON.stringify(described))
    writeFileSync(join(plugin, 'commands', 'manifests.js'), "console.error('loaded')")
  })
  after(() => {
    at.remove()
  })

  it('is never run as part of a verb', async () => {
    assert.deepEqual(await run(data), await run('/nonexistent'))
  })

  it('may be no folder at all', async () => {
    assert.deepEqual(await run('/dev/null'), await run('/nonexistent'))
  })
})
