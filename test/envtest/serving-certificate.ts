import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface ServingCertificate {
  readonly certificateFile: string
  readonly keyFile: string
}

/** A self-signed certificate for 127.0.0.1, its own authority, written into `folder`. */
export const makeServingCertificate = (folder: string): ServingCertificate => {
  const certificateFile = join(folder, 'serving.crt')
  const keyFile = join(folder, 'serving.key')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  const subject = ['-subj', '/CN=fault-proxy', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-days', '3650', '-out', certificateFile], {
    stdio: 'ignore',
  })
  return { certificateFile, keyFile }
}
