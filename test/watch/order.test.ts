import { describeOrder } from './order.ts'
import { SIGHTS } from './sights.ts'

for (const [index, sight] of SIGHTS.entries())
  describeOrder(sight.name, (hub) => ({ hub, name: `order-${index}`, sight }))
