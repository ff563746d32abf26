import { quoted, scrub, shown } from './log-text.ts'

/** In rising order; a logger writes those of its level and above. */
const LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type Level = (typeof LEVELS)[number]

export type LogFormat = 'text' | 'json'

/** A list is written with commas between. What is undefined is left out. */
export type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** One thing that happened. The message is the same every time it does; what differs stands in the fields. */
export interface LogRecord {
  readonly level: Level
  readonly message: string
  readonly fields: Fields
}

export type Log = (level: Level, message: string, fields?: Fields) => void

export interface LogOptions {
  /** `text`: `time=… level=… msg="…" key=value`, as Go's log/slog has it (C7.79); `json`: one object a line. */
  readonly format: LogFormat
  readonly level: Level
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Takes one record with its line break. */
  readonly write: (line: string) => void
}

type Entry = readonly [key: string, value: string | number | boolean | readonly string[]]

const textLine = (entries: readonly Entry[]): string =>
  entries
    .map(([key, value]) => `${key}=${quoted(Array.isArray(value) ? value.join(',') : String(value))}`)
    .join(' ')

const jsonLine = (entries: readonly Entry[]): string => shown(JSON.stringify(Object.fromEntries(entries)))

const scrubbed = (value: Entry[1]): Entry[1] => {
  if (typeof value === 'string') return scrub(value)
  return Array.isArray(value) ? value.map((item: string) => scrub(item)) : value
}

/** A log whose records are one line each, whatever is in them, and hold no credential that can be told by its looks. */
export const createLog = ({ format, level, now, write }: LogOptions): Log => {
  const least = LEVELS.indexOf(level)
  return (of, message, fields = {}) => {
    if (LEVELS.indexOf(of) < least) return
    const entries = [
      ['time', new Date(now()).toISOString()],
      ['level', of.toUpperCase()],
      ['msg', message],
      ...Object.entries(fields)
        .filter((field): field is [string, Entry[1]] => field[1] !== undefined)
        .map(([key, value]): Entry => [key, scrubbed(value)]),
    ] as const
    write(`${format === 'json' ? jsonLine(entries) : textLine(entries)}\n`)
  }
}
