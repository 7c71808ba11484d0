import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const lettersRoom: Room = {
  routes,
  queues: {
    deliver: { workers: 2, batchSize: 2, limits: { expireInSeconds: 120 } },
    send_held: BY_THE_CLOCK,
    let_go: BY_THE_CLOCK,
    resume_letters: BY_THE_CLOCK,
  },
  connect,
}
