import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { routes } from './routes.ts'

export const provisioningRoom: Room = { routes, constraints }
