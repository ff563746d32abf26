import { listField, textField, textFields } from './fields.ts'
import type { Section } from './fields.ts'
import { wrongType } from './parse.ts'
import { done } from './result.ts'
import type { Step } from './result.ts'

/** The exec block of a user, read but not judged. Values of `args` and `env` never reach a message. */
export interface ExecInput {
  /** The command's base name; only `/` separates, so a Windows path stays whole and is no known command. */
  readonly command: string
  readonly apiVersion: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
}

const readArgs = (exec: Section): Step<readonly string[]> => {
  const items = listField(exec, 'args')
  if (!items.ok) return items
  const args: string[] = []
  for (const item of items.value) {
    if (item.kind !== 'scalar') return wrongType(`${exec.path}.args[]`, 'text', item)
    args.push(item.text)
  }
  return done(args)
}

const readEnv = (exec: Section): Step<ExecInput['env']> => {
  const items = listField(exec, 'env')
  if (!items.ok) return items
  const env: { readonly name: string; readonly value: string }[] = []
  for (const item of items.value) {
    const path = `${exec.path}.env[]`
    if (item.kind !== 'map') return wrongType(path, 'a mapping of name and value', item)
    const name = textField({ path, map: item }, 'name')
    if (!name.ok) return name
    const value = textField({ path, map: item }, 'value')
    if (!value.ok) return value
    env.push({ name: name.value, value: value.value })
  }
  return done(env)
}

/** Reads the parts that matter; `provideClusterInfo`, `interactiveMode` and `installHint` do not (C3.78). */
export const readExec = (exec: Section): Step<ExecInput> => {
  const texts = textFields(exec, ['command', 'apiVersion'])
  if (!texts.ok) return texts
  const args = readArgs(exec)
  if (!args.ok) return args
  const env = readEnv(exec)
  if (!env.ok) return env
  const command = texts.value.command.trim()
  return done({
    command: command.slice(command.lastIndexOf('/') + 1),
    apiVersion: texts.value.apiVersion,
    args: args.value,
    env: env.value,
  })
}
