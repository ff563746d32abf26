import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { ROOT } from '../support/cli.ts'

/** Modules of the bundle, by path from the checkout. */
export interface Bundle {
  readonly all: ReadonlySet<string>
  /** Run whatever the verb is. */
  readonly eager: ReadonlySet<string>
}

/** Builds the bundle with the names of its modules in it, in place of the one that is installed. */
export const buildReadable = async (outfile: string): Promise<Bundle> => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    charset: 'ascii',
    external: ['typescript'],
    metafile: true,
    logLevel: 'silent',
  })
  const [output] = Object.values(metafile.outputs)
  const all = new Set(
    Object.entries(output!.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  const text = readFileSync(outfile, 'utf8')
  // What is loaded on demand stands in a function of its name.
  return { all, eager: new Set([...all].filter((path) => !text.includes(`"${path}"(`))) }
}

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

/** Modules that a run under NODE_V8_COVERAGE loaded. */
export const loadedIn = (folder: string, { all, eager }: Bundle): ReadonlySet<string> => {
  const called = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage
    return result.flatMap(({ functions }) =>
      functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) => functionName),
    )
  })
  return new Set([...eager, ...called.filter((name) => all.has(name))])
}
