import type { Db } from '../../../platform/call.ts'
import { knows, type Viewer } from '../../access/port.ts'

/** The requests the viewer may know of. The table goes by `q`. */
export const requestsFor = (db: Db, viewer: Viewer) => db.selectFrom('requests as q').where(knows.request(viewer))
