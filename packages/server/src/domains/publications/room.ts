import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const publicationsRoom: Room = {
  routes,
  queues: {
    remind_of_files: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    resume_copies: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    // FTP servers limit connections. A large file on a slow connection takes hours, and small ones must not wait for
    // it.
    copy: { workers: 2, batchSize: 1, limits: { expireInSeconds: 43_200, heartbeatSeconds: 20 } },
  },
  connect,
}
