import type { ConnectionFlags } from '../kube/live/connection.ts'
import type { Terminal } from '../output/live-screen.ts'
import type { ClusterHub } from './hub.ts'

/** The world around a command, passed in so that tests run commands in their own process. */
export interface Io {
  readonly env: NodeJS.ProcessEnv
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly stdoutIsTerminal: boolean
  /** Width of that terminal. Absent off one, and where it is not known. */
  readonly columns?: number
  /** That terminal, where it can be drawn on in place. */
  readonly terminal?: Terminal
  readonly stderrIsTerminal: boolean
  /** @param limit bytes; more is refused. Default: any */
  readonly readStdin: (limit?: number) => Promise<string>
  /**
   * Puts a question to the person at the terminal and gives the line they type; empty where they end the input or press
   * Ctrl-C. Absent where nobody is there to ask.
   */
  readonly ask?: (question: string) => Promise<string>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** Resolves when the process is told to stop (SIGTERM, SIGINT); told once more, it ends at once. */
  readonly untilStopped: () => Promise<void>
  /** Resolves when something written could not be, as whoever read standard output has gone (`| head`). Absent: never. */
  readonly untilUnread?: () => Promise<void>
  /** Reaches the hub; connects with the first call. */
  readonly connect: (flags: ConnectionFlags, options: ConnectOptions) => Promise<ClusterHub>
  /** Name the user typed: `kubectl registrar` or `argocd registrar`. */
  readonly program: string
  readonly version: string
}

export interface ConnectOptions {
  /** 0–9; from 6 on every request is shown. */
  readonly verbosity: number
}
