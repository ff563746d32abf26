import assert from 'node:assert/strict'
import { UsageError } from '../../src/errors.ts'

/** The refusal of something that must not be accepted: its message and remedy. */
export const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error))
    return `${error.message} | ${error.remedy}`
  }
  return assert.fail('accepted')
}

/** The same of something that takes its time. */
export const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error))
    return `${error.message} | ${error.remedy}`
  }
  return assert.fail('accepted')
}
