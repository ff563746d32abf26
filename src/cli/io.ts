/** The world around a command, passed in so that tests run commands in their own process. */
export interface Io {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly stdoutIsTerminal: boolean
  readonly stderrIsTerminal: boolean
  readonly readStdin: () => Promise<string>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Name the user typed: `kubectl registrar` or `argocd registrar`. */
  readonly program: string
  readonly version: string
}
