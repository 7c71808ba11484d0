import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const operationsRoom: Room = {
  routes,
  // A backup of hundreds of gigabytes takes hours; the heartbeat detects a dead process within seconds.
  queues: {
    sweep_deliveries: BY_THE_CLOCK,
    backup: { workers: 1, batchSize: 1, limits: { expireInSeconds: 86_400, heartbeatSeconds: 20 } },
  },
  connect,
}
