import type { Room } from '../../platform/room.ts'
import { constraints } from './policy.ts'
import { connect, routes } from './routes.ts'

export const administrationRoom: Room = { routes, constraints, connect }
