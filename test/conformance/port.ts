import { admissionCases } from './admission.ts'
import { applicationCases } from './applications.ts'
import { createCases } from './create.ts'
import { deleteCases } from './delete.ts'
import { listCases } from './list.ts'
import { namespaceCases } from './namespaces.ts'
import { ownRecordCases } from './own-records.ts'
import { readCases } from './read.ts'
import { reviewCases } from './reviews.ts'
import { selectorCases } from './selectors.ts'
import { createContext, type MakeSubject, type Subject } from './subject.ts'
import { updateCases } from './update.ts'
import { bookmarkCases } from './watch-bookmarks.ts'
import { watchCases } from './watch.ts'

interface ConformanceOptions {
  /** Also waits this long for a bookmark. */
  readonly bookmarkSeconds?: number
}

/**
 * The cases every adapter of the KubeClient port has to pass. Expectations are what kube-apiserver 1.34 answers; where
 * the adapters may differ, a case says so and asks only for what both must do.
 */
export const conformance = (
  name: string,
  makeSubject: MakeSubject,
  options: ConformanceOptions = {},
): void => {
  describe(`KubeClient port: ${name}`, () => {
    const state: { subject?: Subject } = {}
    const context = createContext(() => {
      if (state.subject === undefined) throw new Error('the client is not made yet')
      return state.subject
    })
    before('make the client', async function () {
      this.timeout(90_000)
      state.subject = await makeSubject()
    })
    after('close the client', async () => {
      await state.subject?.close()
    })
    createCases(context)
    admissionCases(context)
    readCases(context)
    updateCases(context)
    deleteCases(context)
    listCases(context)
    selectorCases(context)
    namespaceCases(context)
    applicationCases(context)
    ownRecordCases(context)
    reviewCases(context)
    watchCases(context)
    if (options.bookmarkSeconds !== undefined) bookmarkCases(context, options.bookmarkSeconds)
  })
}
