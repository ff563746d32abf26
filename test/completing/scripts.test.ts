import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completionScript } from '../../src/completing/scripts.ts'
import { SHELLS } from '../../src/completing/words.ts'
import { install } from '../start/installation.ts'
import { run, runCli } from '../support/cli.ts'

describe('the completion script', function () {
  this.timeout(30_000)
  const at = install()
  const script = join(at.folder, 'completion.bash')

  before(() => {
    writeFileSync(script, completionScript('bash'))
  })
  after(() => {
    at.remove()
  })

  /** What bash offers at the end of a line. */
  const offered = async (line: string, before = ''): Promise<readonly string[]> => {
    const [program = ''] = line.split(' ')
    const { code, stdout, stderr } = await run(
      'bash',
      [
        '--norc',
        '-c',
        `${before}
. "$1"
COMP_LINE=$2 COMP_POINT=\${#2}
set -- $(complete -p ${program})
while [ "$1" != -F ]; do shift; done
"$2" ${program}
printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        script,
        line,
      ],
      { PATH: `${at.folder}:${process.env['PATH'] ?? ''}`, HOME: '/nonexistent', XDG_CACHE_HOME: at.caches },
    )
    assert.deepEqual([code, stderr], [0, ''])
    return stdout.trimEnd().split('\n')
  }

  it('given the executable by its own name, then bash offers what it offers', async () => {
    assert.deepEqual(await offered('kubectl-registrar re'), ['register', 'revert'])
    assert.deepEqual(await offered('kubectl-registrar sync -o '), ['table', 'wide', 'name', 'json', 'yaml'])
    assert.deepEqual(await offered('kubectl-registrar sync --output=j'), ['json'])
    assert.deepEqual(await offered('argocd-registrar version --serve'), ['--server'])
  })

  it('given argocd, then bash offers what the plugin offers behind its name, and else what argocd does', async () => {
    const own = '__start_argocd() { COMPREPLY=(own); }'
    assert.deepEqual(await offered('argocd registrar re', own), ['register', 'revert'])
    assert.deepEqual(await offered('argocd app ', own), ['own'])
    assert.deepEqual(await offered('argocd app '), [''])
  })

  for (const shell of SHELLS)
    it(`given ${shell}, then completion prints it, and it names all three programs`, async () => {
      const { code, stdout, stderr } = await runCli(['completion', shell])

      assert.deepEqual([code, stdout, stderr], [0, completionScript(shell), ''])
      for (const program of ['kubectl-registrar', 'argocd-registrar', 'argocd'])
        assert.match(stdout, new RegExp(`^(?:complete|compdef).* ${program}(?: |$)`, 'm'))
    })
})
