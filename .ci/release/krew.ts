import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The folder with kubectl-krew and validate-krew-manifest, built where they are not there yet. */
export const krewFolder = (): string => {
  const script = join(import.meta.dirname, '../krew.sh')
  return execFileSync(script, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

/**
 * Has the check of krew's index look at a manifest.
 * @param install installs every platform too: its archives have to be there
 * @throws with what the check said
 */
export const validateManifest = async (manifest: string, install: boolean): Promise<void> => {
  const folder = krewFolder()
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-krew-'))
  const file = join(scratch, 'registrar.yaml')
  writeFileSync(file, manifest)
  mkdirSync(join(scratch, 'tmp'))
  try {
    await run(
      join(folder, 'validate-krew-manifest'),
      ['-manifest', file, ...(install ? [] : ['-skip-install'])],
      {
        env: {
          ...process.env,
          PATH: `${folder}:${process.env['PATH'] ?? ''}`,
          TMPDIR: join(scratch, 'tmp'),
          KREW_NO_UPGRADE_CHECK: '1',
        },
      },
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
