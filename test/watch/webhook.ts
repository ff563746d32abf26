import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeServingCertificate } from '../envtest/serving-certificate.ts'
import type { Site } from '../e2e/site.ts'
import { eventually } from './eventually.ts'

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations'

const listening = async (folder: string) => {
  const { certificateFile, keyFile } = makeServingCertificate(folder)
  const server = createServer(
    { key: readFileSync(keyFile), cert: readFileSync(certificateFile) },
    (incoming, outgoing) => {
      const answer = async (): Promise<void> => {
        const { request } = JSON.parse(await text(incoming)) as { readonly request: { readonly uid: string } }
        const response = { uid: request.uid, allowed: false, status: { code: 403, message: 'not on my hub' } }
        const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }
        outgoing.setHeader('content-type', 'application/json').end(JSON.stringify(review))
      }
      answer().catch(() => outgoing.destroy())
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, ca: readFileSync(certificateFile).toString('base64') }
}

/** A webhook that denies every write of Secrets in the target namespace. Resolves when it does. @returns takes it away */
export const denyWrites = async ({ hub: { rest }, target }: Site): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-webhook-'))
  const { server, ca } = await listening(folder)
  const address = server.address() as { readonly port: number }
  await rest.json('POST', CONFIGURATIONS, {
    metadata: { name: target },
    webhooks: [
      {
        name: 'deny.registrar.test',
        clientConfig: { url: `https://127.0.0.1:${address.port}/`, caBundle: ca },
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': target } },
        rules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['CREATE', 'UPDATE', 'DELETE'],
            resources: ['secrets'],
          },
        ],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  })
  const status = async (): Promise<number> => {
    const tried = { metadata: { name: 'tried' } }
    return (await rest.send('POST', `/api/v1/namespaces/${target}/secrets?dryRun=All`, tried)).status
  }
  await eventually(status, 403)
  return async () => {
    await rest.json('DELETE', `${CONFIGURATIONS}/${target}`)
    await eventually(status, 201)
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    rmSync(folder, { recursive: true })
  }
}
