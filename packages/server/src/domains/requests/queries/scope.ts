import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { knows, type Viewer } from '../../access/port.ts'

/** The requests that the viewer may see. The table has the alias `q`. */
export const requestsFor = (db: Db, viewer: Viewer) => db.selectFrom('requests as q').where(knows.request(viewer))

/** Whether nobody works on the request yet: it is in the first status. The table has the alias `q`. */
export const isNew = sql<boolean>`q.status_id = (select id from request_statuses where hidden_at is null order by "order", id limit 1)`
