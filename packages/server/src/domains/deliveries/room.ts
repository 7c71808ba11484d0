import type { Room } from '../../platform/room.ts'
import { undelivered } from './routes.ts'

export const deliveriesRoom: Room = { gauges: [undelivered] }
