import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const integrationsRoom: Room = {
  routes,
  constraints,
  queues: {
    webhook: { workers: 8, batchSize: 1, limits: { expireInSeconds: 120 }, isFair: true },
    sweep_webhooks: BY_THE_CLOCK,
    queue_lost_webhooks: BY_THE_CLOCK,
    read_tracker: { workers: 2, batchSize: 1, limits: { expireInSeconds: 600 } },
    read_trackers: BY_THE_CLOCK,
    fetch_tracker_files: { workers: 1, batchSize: 1, limits: { expireInSeconds: 900 } },
  },
  connect,
}
