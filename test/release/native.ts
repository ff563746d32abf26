import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from '../../.ci/release/archive.ts'
import { buildArchives, buildExecutables, executableIn } from '../../.ci/release/build.ts'
import { nameOf, NATIVE, TARGETS, type Target } from '../../.ci/release/targets.ts'

export const NATIVE_TARGET: Target = TARGETS.find((target) => nameOf(target) === NATIVE)!

/** The executable of this platform, built from this checkout. */
export interface NativeBuild {
  readonly executable: string
  readonly archive: () => Archive
}

const build = async (folder: string): Promise<NativeBuild> => {
  await buildExecutables(folder, [NATIVE_TARGET])
  return {
    executable: executableIn(folder, NATIVE_TARGET),
    archive: () => buildArchives(folder, [NATIVE_TARGET], { version: '0.1.0', seconds: 1_700_000_000 })[0]!,
  }
}

/** One for all test files: it takes ten seconds. */
const createSharedBuild = (): { readonly get: () => Promise<NativeBuild>; readonly remove: () => void } => {
  const state: { folder?: string; building?: Promise<NativeBuild> } = {}
  return {
    get: () => {
      state.folder ??= mkdtempSync(join(tmpdir(), 'registrar-release-'))
      return (state.building ??= build(state.folder))
    },
    remove: () => {
      if (state.folder !== undefined) rmSync(state.folder, { recursive: true })
    },
  }
}

const shared = createSharedBuild()

after('remove the executable', () => {
  shared.remove()
})

/** Registers a `before` of the calling suite that builds it; skips the suite on another platform. */
export const useNativeBuild = (): (() => NativeBuild) => {
  const state: { build?: NativeBuild } = {}
  before('build the executable', async function () {
    this.timeout(300_000)
    if (`${process.platform}-${process.arch}` !== 'linux-x64') this.skip()
    state.build = await shared.get()
  })
  return () => state.build!
}
