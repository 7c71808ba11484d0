import type { Room } from '../../platform/room.ts'
import { routes } from './routes.ts'

export const dossierRoom: Room = { routes }
