import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const calendarsRoom: Room = {
  routes,
  constraints,
  queues: { turn_substitutes: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } } },
  connect,
}
