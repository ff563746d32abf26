import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './installation.ts'

describe('a damaged installation', function () {
  this.timeout(20_000)

  const damages: Readonly<Record<string, (folder: string) => void>> = {
    'without its bundle (ENOENT)': (folder) => {
      rmSync(join(folder, 'dist/main.cjs'))
    },
    'without package.json (ENOENT)': (folder) => {
      rmSync(join(folder, 'package.json'))
    },
    'with a bundle cut off (SyntaxError)': (folder) => {
      writeFileSync(join(folder, 'dist/main.cjs'), '"use strict"; (')
    },
  }
  for (const [what, damage] of Object.entries(damages))
    it(`says so in two lines: ${what}`, async () => {
      const at = install()
      damage(at.folder)

      const result = await at.run(['sync', '--help'])

      const [, reason = ''] = /\((.*)\)/.exec(what) ?? []
      assert.deepEqual(result, {
        code: 2,
        stdout: '',
        stderr: `error: this installation is damaged (${reason})\ninstall it again in ${at.folder}\n`,
      })
      at.remove()
    })
})
