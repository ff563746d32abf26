import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'

/** Serves the files of one folder on loopback, for as long as `use` takes. @param use given the address */
export const serving = async <T>(folder: string, use: (address: string) => Promise<T>): Promise<T> => {
  const server = createServer(({ url = '' }, response) => {
    createReadStream(join(folder, basename(url)))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  try {
    return await use(`http://127.0.0.1:${address.port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
