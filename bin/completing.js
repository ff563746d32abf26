'use strict'

/*
 * What a word could be, by the protocol kubectl has with its plugins (and cobra with shells): candidates, one a line, each
 * with a tab and what it is, then `:` and what the shell is to do. What is known beforehand is answered from the table that
 * the build wrote; only names of contexts, namespaces and clusters need the bundle.
 */
const { print } = require('./answer.js')

/** The shell offers files where nothing else is offered. */
const FILES = 0
const NO_FILES = 4

const lineOf = ({ name, about }) => (about ? `${name}\t${about.split('\n')[0]}` : name)

/** A name with a blank or a control character would be several, or move the cursor. */
const isPlain = (name) => !/[\s\p{C}]/u.test(name)

const reply = (candidates, prefix, directive = NO_FILES) => {
  const lines = candidates.filter(({ name }) => name.startsWith(prefix) && isPlain(name)).map(lineOf)
  print(Buffer.from([...lines, `:${directive}`, ''].join('\n')))
}

const named = (names) => names.map((name) => ({ name }))

const flagOf = (flags, word) => {
  if (word.startsWith('--')) return flags.find(({ name }) => name === word.slice(2).split('=')[0])
  return flags.find(({ char }) => char === word[1])
}

/** Flags of every verb: before the verb is typed, any may stand. */
const allFlags = (verbs) => Object.values(verbs).flatMap(({ flags }) => flags)

/**
 * Reads the words before the one that is completed.
 * @returns the verb, its flags' values so far, its other words, and the flag whose value is wanted
 */
const read = (verbs, before) => {
  const found = { verb: undefined, given: {}, words: [], wanted: undefined, onlyWords: false }
  const give = (flag, value) => {
    found.given[flag.name] = flag.repeated ? [...(found.given[flag.name] ?? []), value] : value
  }
  for (const word of before) {
    const flags = verbs[found.verb]?.flags ?? allFlags(verbs)
    if (found.wanted) {
      give(found.wanted, word)
      found.wanted = undefined
    } else if (found.onlyWords || word === '-' || !word.startsWith('-')) {
      if (found.verb === undefined && !found.onlyWords) found.verb = word
      else found.words.push(word)
    } else if (word === '--') found.onlyWords = true
    else {
      const flag = flagOf(flags, word)
      const equals = word.indexOf('=')
      if (!flag) continue
      if (flag.value === undefined) give(flag, true)
      else if (equals >= 0) give(flag, word.slice(equals + 1))
      else if (!word.startsWith('--') && word.length > 2) give(flag, word.slice(2))
      else if (flag.value === 'next') found.wanted = flag
    }
  }
  return found
}

/** Flags that may still be typed, as `--name`. */
const flagsOf = (verbs, { verb, given }) => {
  const flags = verbs[verb]?.flags ?? []
  const left = flags.filter(({ name, repeated }) => repeated || given[name] === undefined)
  return [...left, { name: 'help', about: 'show help' }].map(({ name, about }) => ({
    name: `--${name}`,
    about,
  }))
}

const verbsOf = (verbs) => [
  ...Object.entries(verbs).map(([name, { about }]) => ({ name, about })),
  { name: 'help', about: 'show help' },
]

/** What the word could be: `candidates`, or `sources` to ask; `prefix` is the part of it that counts. */
const questionOf = (verbs, words) => {
  const word = words.at(-1) ?? ''
  const found = read(verbs, words.slice(0, -1))
  const ofFlag = (flag, prefix) => {
    if (flag?.values) return { candidates: named(flag.values), prefix }
    if (flag?.source === 'files') return { candidates: [], prefix, directive: FILES }
    return { sources: flag?.source ? [flag.source] : [], prefix }
  }
  const answer = () => {
    if (found.wanted) return ofFlag(found.wanted, word)
    const isFlag = word.startsWith('-') && !found.onlyWords
    const equals = word.indexOf('=')
    const flags = verbs[found.verb]?.flags ?? allFlags(verbs)
    if (isFlag && equals >= 0) return ofFlag(flagOf(flags, word), word.slice(equals + 1))
    if (isFlag) return { candidates: flagsOf(verbs, found), prefix: word }
    if (found.verb === undefined) return { candidates: verbsOf(verbs), prefix: word }
    if (found.verb === 'help')
      return { candidates: found.words.length > 0 ? [] : verbsOf(verbs), prefix: word }
    const verb = verbs[found.verb]
    if (verb?.values) return { candidates: found.words.length > 0 ? [] : named(verb.values), prefix: word }
    return { sources: verb?.words ?? [], prefix: word, taken: found.words }
  }
  return { flags: found.given, ...answer() }
}

const ask = async ({ load, read: readFile, program }, { sources, flags, prefix, taken = [] }) => {
  const { completing, processIo } = load().exports
  const { version } = JSON.parse(readFile('package.json').toString())
  const names = await completing.names({ sources, flags }, processIo(program, version))
  reply(named(names.filter((name) => !taken.includes(name))), prefix)
}

/**
 * Answers one question, and ends the process where a connection would keep it. Quiet whatever is wrong: what goes wrong
 * while somebody types is nothing to tell them.
 */
exports.complete = (launched) => {
  const { read: readFile, words } = launched
  try {
    const { verbs } = JSON.parse(readFile('dist/completions.json').toString())
    const question = questionOf(verbs, words[0] === '__complete' ? words.slice(1) : words)
    const { candidates, sources = [], prefix, directive } = question
    if (candidates || sources.length === 0) reply(candidates ?? [], prefix, directive)
    else
      ask(launched, question)
        .catch(() => reply([], ''))
        .finally(() => process.exit(0))
  } catch {
    reply([], '')
  }
}
