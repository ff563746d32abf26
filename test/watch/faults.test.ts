import { describeFaults } from './faults.ts'
import { CI } from './form.ts'

describeFaults(CI, () => undefined)
