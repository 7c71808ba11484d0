import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const threadsRoom: Room = { routes, constraints, queues: { remind_owners: BY_THE_CLOCK }, connect }
