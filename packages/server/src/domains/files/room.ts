import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const filesRoom: Room = { routes, queues: { sweep_files: BY_THE_CLOCK }, connect }
