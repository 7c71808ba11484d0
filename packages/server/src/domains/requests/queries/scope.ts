import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { knows, type Viewer } from '../../access/port.ts'

/** The requests the viewer may know of. The table goes by `q`. */
export const requestsFor = (db: Db, viewer: Viewer) => db.selectFrom('requests as q').where(knows.request(viewer))

/** Nobody has begun with it: it stands in the first status. The table goes by `q`. */
export const isNew = sql<boolean>`q.status_id = (select id from request_statuses where hidden_at is null order by "order", id limit 1)`
