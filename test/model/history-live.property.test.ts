import { useHub } from '../envtest/shared-hub.ts'
import { RealHubs } from './real-hub.ts'
import { tryHistories } from './try.ts'

const LONG = process.env['REGISTRAR_NIGHTLY'] === '1'

describe('the life of any fleet, on a real API server', function () {
  this.timeout(0)
  const hub = useHub()

  it('loses nothing, whatever happens to the hub and to the passes', async () => {
    const hubs = new RealHubs(hub())
    try {
      await tryHistories(
        LONG ? { numRuns: 200 } : { numRuns: 15, seed: 20261129 },
        16,
        () => hubs.next(),
        'test/model/history-live.property.test.ts',
      )
    } finally {
      await hubs.close()
    }
  })
})
