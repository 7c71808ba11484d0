import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { knows, type Viewer } from '../../access/port.ts'

/** The requests that the viewer may see. The table has the alias `q`. */
export const requestsFor = (db: Db, viewer: Viewer) => db.selectFrom('requests as q').where(knows.request(viewer))

/**
 * Whether nobody works on the request yet: it has the status that new requests had when it got its own, wherever that
 * stands in the list by now (docs/decisions/0175). The table has the alias `q`.
 */
export const isNew = sql<boolean>`q.status_id = q.new_status_id`
