import { UsageError } from '../errors.ts'
import { closest } from './closest.ts'

/** What of a flag's definition decides how words are read. */
export interface FlagShape {
  readonly name: string
  readonly char?: string
  readonly type: 'boolean' | 'option'
  /** May be given more than once; of any other flag the last one counts. */
  readonly repeated: boolean
  /** Value of the flag without one, as kubectl's `--dry-run` has it. */
  readonly bare?: string
  /** The next word is the value of a bare flag where it looks like this. Absent = never. */
  readonly bareTakes?: RegExp
  /** A word after a bare flag that was meant as its value and can't be: it is refused, as the verb would take it for a name. */
  readonly bareMisses?: RegExp
}

export interface Verb {
  readonly flags: readonly FlagShape[]
  /** Takes words beside flags. */
  readonly takesWords: boolean
}

export interface CommandLine {
  readonly verb: string | undefined
  /** Flags as `--name=value`, `--name` or `--no-name`, then words, behind `--` where one looks like a flag. */
  readonly argv: readonly string[]
  readonly help: boolean
}

const TRUE = ['1', 't', 'T', 'true', 'TRUE', 'True']
const FALSE = ['0', 'f', 'F', 'false', 'FALSE', 'False']

export const isFalse = (word: string): boolean => FALSE.includes(word)

const helpFor = (program: string, verb?: string): string =>
  `see ${program}${verb === undefined ? '' : ` ${verb}`} --help`

/** Mistyped, a credential may stand anywhere: only what looks like a plain word is repeated. */
const shownWord = (word: string): string => (/^-{0,2}[a-z][a-z0-9-]{0,20}$/.test(word) ? `"${word}"` : 'one')

const booleanWord = (name: string, value: string | undefined, negated: boolean, remedy: string): string => {
  if (value !== undefined && !TRUE.includes(value) && !FALSE.includes(value))
    throw new UsageError(`--${name} takes true or false`, remedy)
  const on = (value === undefined || TRUE.includes(value)) !== negated
  return on ? `--${name}` : `--no-${name}`
}

/** Reads words the way kubectl's parser does, and hands them on in the one form that oclif's reads the same. */
class Reader {
  readonly #words: string[]
  readonly #verbs: ReadonlyMap<string, Verb>
  readonly #program: string
  /** By flag name, in the order they first appeared. */
  readonly #flags = new Map<string, readonly string[]>()
  readonly #positional: string[] = []
  #verb: string | undefined
  #help = false

  constructor(words: readonly string[], verbs: ReadonlyMap<string, Verb>, program: string) {
    this.#words = [...words]
    this.#verbs = verbs
    this.#program = program
  }

  read(): CommandLine {
    // Flags may stand before the verb, so it is looked for first.
    this.#verb = this.#findVerb()
    let onlyWords = false
    for (let word = this.#words.shift(); word !== undefined; word = this.#words.shift()) {
      if (onlyWords || word === '-' || !word.startsWith('-')) this.#positional.push(word)
      else if (word === '--') onlyWords = true
      else if (word.startsWith('--')) this.#long(word)
      else this.#short(word)
    }
    this.#refuseStray()
    const needsMark = this.#positional.some((word) => word.startsWith('-') && word !== '-')
    return {
      verb: this.#verb,
      argv: [...[...this.#flags.values()].flat(), ...(needsMark ? ['--'] : []), ...this.#positional],
      help: this.#help,
    }
  }

  #findVerb(): string | undefined {
    for (let index = 0; index < this.#words.length; index += 1) {
      const word = this.#words[index] ?? ''
      if (word === '--') return undefined
      if (!word.startsWith('-')) {
        this.#words.splice(index, 1)
        if (this.#verbs.has(word)) return word
        const near = closest(word, [...this.#verbs.keys()])
        throw new UsageError(
          `unknown command ${shownWord(word)} for "${this.#program}"`,
          near === undefined
            ? helpFor(this.#program)
            : `did you mean ${this.#program} ${near}? ${helpFor(this.#program)}`,
        )
      }
      const flag = this.#anyFlag(word)
      if (flag && this.#takesNext(word, flag, this.#words[index + 1])) index += 1
    }
    return undefined
  }

  #takesNext(word: string, flag: FlagShape, next: string | undefined): boolean {
    if (flag.type !== 'option' || word.includes('=')) return false
    if (flag.bare !== undefined) return this.#isForBare(flag, next)
    return word.startsWith('--') || word === `-${flag.char ?? ''}`
  }

  #isForBare({ bareTakes }: FlagShape, next: string | undefined): boolean {
    return next !== undefined && bareTakes?.test(next) === true
  }

  /** The flag of whichever verb; where they differ on whether it takes a value, it does. */
  #anyFlag(word: string): FlagShape | undefined {
    const name = word.slice(2).split('=')[0]
    const found = [...this.#verbs.values()]
      .flatMap(({ flags }) => flags)
      .filter((flag) => (word.startsWith('--') ? flag.name === name : flag.char === word[1]))
    return found.find(({ type }) => type === 'option') ?? found[0]
  }

  get #known(): readonly FlagShape[] {
    return (this.#verb === undefined ? undefined : this.#verbs.get(this.#verb))?.flags ?? []
  }

  get #remedy(): string {
    return helpFor(this.#program, this.#verb)
  }

  #long(word: string): void {
    const equals = word.indexOf('=')
    const name = word.slice(2, equals < 0 ? undefined : equals)
    const value = equals < 0 ? undefined : word.slice(equals + 1)
    if (name === 'help') {
      this.#help = true
      return
    }
    const negated = name.startsWith('no-')
      ? this.#known.find((flag) => flag.name === name.slice(3))
      : undefined
    const flag = this.#known.find((known) => known.name === name)
    if (flag) this.#push(flag, value)
    else if (negated?.type === 'boolean')
      this.#add(negated, booleanWord(negated.name, value, true, this.#remedy))
    else throw new UsageError(`unknown flag: ${this.#shownFlag(name)}`, this.#remedy)
  }

  /** `--tokenSECRET` is `--token` with its value stuck to it. */
  #shownFlag(name: string): string {
    const stuck = this.#known.filter(
      (flag) => flag.type === 'option' && name.startsWith(flag.name) && name !== flag.name,
    )
    const longest = stuck.toSorted((a, b) => b.name.length - a.name.length)[0]
    if (longest) return `--${longest.name}…`
    return /^[a-z][a-z0-9-]{0,40}$/.test(name) ? `--${name}` : '--…'
  }

  #push(flag: FlagShape, value: string | undefined): void {
    if (flag.type === 'boolean') {
      this.#add(flag, booleanWord(flag.name, value, false, this.#remedy))
      return
    }
    const given = value ?? this.#bareValue(flag) ?? this.#words.shift()
    if (given === undefined) throw new UsageError(`flag needs an argument: --${flag.name}`, this.#remedy)
    this.#add(flag, `--${flag.name}=${given}`)
  }

  #bareValue(flag: FlagShape): string | undefined {
    const [next] = this.#words
    if (next !== undefined && flag.bareMisses?.test(next))
      throw new UsageError(
        `--${flag.name} takes its value behind an equals sign, and "${next}" stands after a blank`,
        isFalse(next)
          ? `leave --${flag.name} out`
          : `write --${flag.name}=${TRUE.includes(next) ? (flag.bare ?? '') : next}`,
      )
    return flag.bare !== undefined && this.#isForBare(flag, this.#words[0]) ? this.#words.shift() : flag.bare
  }

  #add(flag: FlagShape, word: string): void {
    this.#flags.set(flag.name, flag.repeated ? [...(this.#flags.get(flag.name) ?? []), word] : [word])
  }

  /** `-o json`, `-ojson`, `-o=json`, and joined switches. */
  #short(word: string): void {
    for (let index = 1; index < word.length; index += 1) {
      const char = word[index] ?? ''
      if (char === 'h') {
        this.#help = true
        continue
      }
      const flag = this.#known.find((known) => known.char === char)
      if (!flag) throw new UsageError(`unknown shorthand flag: -${char}`, this.#remedy)
      const rest = word.slice(index + 1)
      if (flag.type === 'boolean') {
        this.#push(flag, rest.startsWith('=') ? rest.slice(1) : undefined)
        if (rest.startsWith('=')) return
        continue
      }
      this.#push(flag, rest === '' ? undefined : rest.replace(/^=/, ''))
      return
    }
  }

  #refuseStray(): void {
    const [first] = this.#positional
    if (first === undefined || this.#help) return
    const verb = this.#verb
    if (verb !== undefined && this.#verbs.get(verb)?.takesWords) return
    const isSwitch = TRUE.includes(first) || isFalse(first)
    throw new UsageError(
      `${verb ?? this.#program} takes no words beside flags, and was given ${shownWord(first)}`,
      isSwitch ? 'write the value of a switch behind an equals sign, as in --yes=false' : this.#remedy,
    )
  }
}

/**
 * Normalises a command line: kubectl's rules in, oclif's out (decisions.md §1).
 * @throws UsageError in kubectl's words for unknown verbs and flags, missing values and stray words
 */
export const readCommandLine = (
  words: readonly string[],
  verbs: ReadonlyMap<string, Verb>,
  program: string,
): CommandLine => new Reader(words, verbs, program).read()
