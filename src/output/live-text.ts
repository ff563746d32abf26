import { quoted, scrub } from '../controller/log-text.ts'
import type { Fields, Level } from '../controller/log.ts'
import type { Paint } from './list-paint.ts'

/** Text of others as one line of a terminal may have it: without credentials, and without what moves, ends or turns a line. */
export const visible = (text: string): string => scrub(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '·')

/** At most so many characters; what is cut off at the end shows as `…`. */
export const cutEnd = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`.slice(0, Math.max(0, width))

/** The middle goes: what tells names and addresses apart stands at either end. */
export const cutMiddle = (text: string, width: number): string => {
  if (text.length <= width) return text
  const end = Math.max(0, Math.floor((width - 1) / 2))
  return cutEnd(`${text.slice(0, Math.max(0, width - 1 - end))}…${end === 0 ? '' : text.slice(-end)}`, width)
}

/** `22:31:04Z`. */
const timeOfDay = (now: number): string => `${new Date(now).toISOString().slice(11, 19)}Z`

/** A line of the log, not yet cut or coloured. */
export interface LiveLine {
  readonly level: Level
  readonly text: string
}

/** @param paint absent without colour */
export const painted = ({ level, text }: LiveLine, paint: Paint | undefined): string => {
  if (!paint || (level !== 'warn' && level !== 'error')) return text
  return level === 'error' ? paint.bad(text) : paint.attention(text)
}

const fieldText = ([key, value]: readonly [string, Fields[string]]): string => {
  const text = typeof value === 'object' ? value.join(',') : String(value)
  return `${key}=${quoted(scrub(text))}`
}

/** A record of the log as a person reads it; only what is no matter of course names its level. */
export const recordLine = (now: number, level: Level, message: string, fields: Fields): LiveLine => ({
  level,
  text: [
    timeOfDay(now),
    ...(level === 'warn' || level === 'error' ? [level.toUpperCase()] : []),
    message,
    ...Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(fieldText),
  ].join(' '),
})
