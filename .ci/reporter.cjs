'use strict'

const { relative } = require('node:path')
const { reporters, Runner } = require('mocha')

const { Base } = reporters
const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = Runner.constants

const NONE = { passed: 0, failed: 0, skipped: 0 }

const sums = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`

/** A hook of the root suite belongs to no file. */
const fileOf = ({ file }) => (file === undefined ? '(every file)' : relative(process.cwd(), file))

/**
 * One line a test file, every failure in full, and the sums alone on the last line. Must be CommonJS: mocha loads
 * reporters with `require`.
 */
module.exports = class Summary extends Base {
  #total = { ...NONE }
  #file = undefined
  /** When the file before ended: what a file waits for before its first test is time of its own. */
  #start = Date.now()
  #last = Date.now()

  constructor(runner, options) {
    super(runner, options)
    runner
      .on(EVENT_TEST_PASS, (test) => this.#count(test, 'passed'))
      .on(EVENT_TEST_PENDING, (test) => this.#count(test, 'skipped'))
      .on(EVENT_TEST_FAIL, (test) => {
        this.#count(test, 'failed')
        Base.consoleLog(`  failed: ${test.fullTitle()}`)
      })
      .once(EVENT_RUN_END, () => this.#end())
  }

  #count(test, what) {
    const name = fileOf(test)
    if (this.#file?.name !== name) {
      this.#flush()
      this.#file = { name, counts: { ...NONE } }
    }
    this.#last = Date.now()
    this.#file.counts[what] += 1
    this.#total[what] += 1
  }

  #flush() {
    if (this.#file === undefined) return
    const { name, counts } = this.#file
    const seconds = ((this.#last - this.#start) / 1000).toFixed(1)
    Base.consoleLog(`${name}: ${sums(counts)} in ${seconds} s`)
    this.#file = undefined
    this.#start = this.#last
  }

  #end() {
    this.#flush()
    if (this.failures.length > 0) Base.list(this.failures)
    Base.consoleLog(`\n${sums(this.#total)}`)
  }
}
