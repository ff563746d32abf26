import { mkdirSync, writeFileSync } from 'node:fs'
import { cloudCases } from './make/cases-cloud.ts'
import { conflictCases } from './make/cases-conflicts.ts'
import { provisionerCases } from './make/cases-provisioners.ts'
import { readPems } from './make/kubeconfig.ts'

/**
 * Writes examples/hub: one file per case. The same certificates give the same bytes.
 *
 *     npx tsx examples/make-examples.ts [FOLDER]
 */
const [folder = 'examples/hub'] = process.argv.slice(2)
const pem = readPems('examples/certificates')
mkdirSync(folder, { recursive: true })
for (const [name, text] of [...provisionerCases(pem), ...cloudCases(pem), ...conflictCases(pem)])
  writeFileSync(`${folder}/${name}.yaml`, text)
