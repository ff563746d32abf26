import { tableOf } from './endured-table.ts'
import { describeFaults } from './faults.ts'
import { NIGHTLY } from './form.ts'

describeFaults(NIGHTLY, (endured) => process.stdout.write(tableOf(endured)))
