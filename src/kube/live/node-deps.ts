import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'

/** What finding a connection needs of the machine. */
export interface ConnectionDeps {
  /** Rejects as `fs.readFile` does. */
  readonly readFile: (path: string) => Promise<string>
  readonly homeFolder: string
  readonly workingFolder: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly interactive: boolean
  /** Takes what a credential plugin says on its error stream: a person may have to act on it. */
  readonly tell: (text: string) => void
}

export const nodeDeps = (env: NodeJS.ProcessEnv): ConnectionDeps => ({
  readFile: (path) => readFile(path, 'utf8'),
  homeFolder: env['HOME'] ?? homedir(),
  workingFolder: process.cwd(),
  now: () => Date.now(),
  interactive: process.stdin.isTTY,
  tell: (text) => {
    process.stderr.write(text)
  },
})
