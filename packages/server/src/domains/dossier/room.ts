import { BY_THE_CLOCK } from '../../platform/jobs.ts'
import type { Room } from '../../platform/room.ts'
import { connect, routes } from './routes.ts'

export const dossierRoom: Room = { routes, queues: { daily_head: BY_THE_CLOCK }, connect }
