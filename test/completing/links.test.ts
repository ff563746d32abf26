import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'

const LINKS = ['argocd-registrar', 'kubectl_complete-registrar']

describe('completion install', () => {
  let top: string
  let bin: string

  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'registrar-links-'))
    bin = join(top, 'bin')
    mkdirSync(bin)
    mkdirSync(join(top, 'empty'))
    writeFileSync(join(bin, 'kubectl-registrar'), '#!/bin/sh\n')
    chmodSync(join(bin, 'kubectl-registrar'), 0o755)
  })
  afterEach(() => {
    rmSync(top, { recursive: true })
  })

  const completion = (words: string, options: CliOptions = {}): Promise<CliResult> =>
    runCli(['completion', ...words.split(' ')], {
      env: { PATH: `relative:${join(top, 'empty')}:${bin}` },
      ...options,
    })
  const links = (): readonly string[] =>
    readdirSync(bin)
      .filter((name) => name !== 'kubectl-registrar')
      .sort()
  const WOULD = (): string =>
    `${bin}/kubectl_complete-registrar -> kubectl-registrar: kubectl completes it\n` +
    `${bin}/argocd-registrar -> kubectl-registrar: argocd registrar works\n`
  const DONE = 'done; kubectl completes it from the next shell on, where its own completion is set up\n'

  it('given a person who agrees, then it shows what it links where, and links it', async () => {
    const result = await completion('install', { answers: ['y'] })

    assert.deepEqual(result, { code: 0, stdout: WOULD(), stderr: `make them? [y/N] y\n${DONE}` })
    assert.deepEqual(links(), LINKS)
    for (const name of LINKS) assert.equal(readlinkSync(join(bin, name)), 'kubectl-registrar')
  })

  it('given a person who does not, or a dry run, then it links nothing', async () => {
    const declined = await completion('install', { answers: [''] })
    const dry = await completion('install --dry-run')

    assert.deepEqual(declined, {
      code: 0,
      stdout: WOULD(),
      stderr: 'make them? [y/N] \nnothing was changed\n',
    })
    assert.deepEqual(dry, { code: 0, stdout: WOULD(), stderr: '' })
    assert.deepEqual(links(), [])
  })

  it('given nobody to ask, then only --yes links it', async () => {
    const unasked = await completion('install')
    assert.deepEqual(
      [unasked.code, unasked.stderr],
      [
        2,
        'error: make them: this has to be confirmed, and there is no terminal to ask on\nlook at it with --dry-run, then add --yes\n',
      ],
    )
    assert.deepEqual(links(), [])

    assert.deepEqual(await completion('install --yes'), { code: 0, stdout: WOULD(), stderr: DONE })
    assert.deepEqual(links(), LINKS)
  })

  it('given that it is done, then a second time changes nothing, and uninstall takes it back', async () => {
    await completion('install -y')

    const again = await completion('install')
    const gone = await completion('uninstall -y')
    const never = await completion('uninstall')

    assert.deepEqual(again, {
      code: 0,
      stdout: `${bin}/kubectl_complete-registrar: is there already\n${bin}/argocd-registrar: is there already\n`,
      stderr: '',
    })
    assert.deepEqual(gone, {
      code: 0,
      stdout: `${bin}/kubectl_complete-registrar: is removed\n${bin}/argocd-registrar: is removed\n`,
      stderr: 'done\n',
    })
    assert.deepEqual(links(), [])
    assert.deepEqual(
      never.stdout,
      `${bin}/kubectl_complete-registrar: is not there\n${bin}/argocd-registrar: is not there\n`,
    )
  })

  it('given something else of that name, then neither overwrites nor removes it', async () => {
    writeFileSync(join(bin, 'argocd-registrar'), 'mine')
    symlinkSync('/bin/true', join(bin, 'kubectl_complete-registrar'))
    const left =
      `${bin}/kubectl_complete-registrar: left as it is, as something else has that name\n` +
      `${bin}/argocd-registrar: left as it is, as something else has that name\n`

    assert.deepEqual(await completion('install -y'), { code: 0, stdout: left, stderr: '' })
    assert.deepEqual(await completion('uninstall -y'), { code: 0, stdout: left, stderr: '' })

    assert.deepEqual(links(), LINKS)
    assert.equal(readlinkSync(join(bin, 'kubectl_complete-registrar')), '/bin/true')
  })

  it('given a folder, then it is that one; given one without kubectl-registrar, then it says so', async () => {
    const there = await completion(`install -y --folder ${bin}`, { env: {} })
    const elsewhere = await completion(`install -y --folder ${join(top, 'empty')}`)
    const nowhere = await completion('install -y', { env: { PATH: join(top, 'empty') } })

    assert.equal(there.code, 0)
    assert.deepEqual(links(), LINKS)
    const remedy = 'name the folder that holds it: --folder PATH\n'
    assert.deepEqual(
      [elsewhere.code, elsewhere.stderr],
      [2, `error: the folder of --folder holds no kubectl-registrar\n${remedy}`],
    )
    assert.deepEqual(
      [nowhere.code, nowhere.stderr],
      [2, `error: kubectl-registrar is not on PATH\n${remedy}`],
    )
  })

  it('given a word it does not know, none, or two, then it says what there is', async () => {
    const remedy = 'kubectl registrar completion install, or kubectl registrar completion bash\n'
    const all = 'install, uninstall, bash, zsh, fish'
    const wrong = await completion('powershell')
    const none = await runCli(['completion'])
    const two = await completion('bash zsh')

    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [2, `error: completion: "powershell" is not one of ${all}\n${remedy}`],
    )
    for (const { code, stderr } of [none, two])
      assert.deepEqual([code, stderr], [2, `error: completion takes one word: ${all}\n${remedy}`])
  })
})
