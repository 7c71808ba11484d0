import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const requestsRoom: Room = {
  routes,
  constraints,
  queues: {
    keep_bitmaps: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    sweep_imports: BY_THE_CLOCK,
    keep_counts: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
  },
  connect,
}
