'use strict'

// Preloaded with --require: which files a process reads, told when it ends.
const fs = require('node:fs')

const read = new Set()
for (const [of, name] of [
  [fs, 'readFileSync'],
  [fs, 'openSync'],
  [fs.promises, 'readFile'],
  [fs.promises, 'open'],
]) {
  const original = of[name]
  of[name] = (path, ...rest) => {
    if (typeof path === 'string') read.add(path)
    return original(path, ...rest)
  }
}
process.on('exit', () => {
  fs.writeFileSync(process.env.READ_FILES, JSON.stringify([...read]))
})
