import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const provisioningRoom: Room = {
  routes,
  constraints,
  queues: {
    settle_prevented: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    settle_people: { workers: 1, batchSize: 1, limits: { expireInSeconds: 3600, heartbeatSeconds: 60 } },
    settle_everybody: { workers: 1, batchSize: 1, limits: { expireInSeconds: 3600, heartbeatSeconds: 60 } },
  },
  connect,
}
