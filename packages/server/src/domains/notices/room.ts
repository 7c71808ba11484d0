import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const noticesRoom: Room = {
  routes,
  queues: {
    digest: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    end_passed_notices: BY_THE_CLOCK,
    sweep_notices: BY_THE_CLOCK,
  },
  connect,
}
