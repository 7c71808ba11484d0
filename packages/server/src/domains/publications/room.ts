import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const publicationsRoom: Room = {
  routes,
  queues: {
    remind_of_files: { workers: 1, batchSize: 1, limits: { expireInSeconds: 600 } },
    // FTP servers count connections; a large file on a slow line takes hours, and no small one waits for it.
    copy: { workers: 2, batchSize: 1, limits: { expireInSeconds: 43_200, heartbeatSeconds: 20 } },
  },
  connect,
}
