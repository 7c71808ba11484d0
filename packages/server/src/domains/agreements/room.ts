import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const agreementsRoom: Room = {
  routes,
  constraints,
  queues: {
    look_at_scopes: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    remind: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
  },
  connect,
}
