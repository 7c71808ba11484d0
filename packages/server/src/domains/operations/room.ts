import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const operationsRoom: Room = { routes, queues: { sweep_deliveries: BY_THE_CLOCK }, connect }
