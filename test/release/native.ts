import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildArchives, buildExecutables, executableIn } from '../../.ci/release/build.ts'
import type { Archive } from '../../.ci/release/archive.ts'
import { nameOf, NATIVE, TARGETS, type Target } from '../../.ci/release/targets.ts'

export const NATIVE_TARGET: Target = TARGETS.find((target) => nameOf(target) === NATIVE)!

/** The executable of this platform, built from this checkout. */
export interface NativeBuild {
  readonly folder: string
  readonly executable: string
  readonly archive: () => Archive
}

/** Registers hooks of the calling suite that build it, and take it away; skips the suite on another platform. */
export const useNativeBuild = (): (() => NativeBuild) => {
  const state: { build?: NativeBuild } = {}
  before('build the executable', async function () {
    this.timeout(300_000)
    if (`${process.platform}-${process.arch}` !== 'linux-x64') this.skip()
    const folder = mkdtempSync(join(tmpdir(), 'registrar-release-'))
    await buildExecutables(folder, [NATIVE_TARGET])
    state.build = {
      folder,
      executable: executableIn(folder, NATIVE_TARGET),
      archive: () => buildArchives(folder, [NATIVE_TARGET], { version: '0.1.0', seconds: 1_700_000_000 })[0]!,
    }
  })
  after('remove the executable', () => {
    if (state.build) rmSync(state.build.folder, { recursive: true })
  })
  return () => state.build!
}
