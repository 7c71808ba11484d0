import type { Db, Person } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

const settingsOfPage = statement((db, { user_id, page }: { user_id: number; page: string }) =>
  db.selectFrom('user_settings').select('pageSettings').where('user_id', '=', user_id).where('page', '=', page),
)

/**
 * Returns the settings a person has stored for a page; undefined when there are none. The caller checks their shape.
 */
export const pageSettings = async (db: Db, { id }: Person, page: string): Promise<unknown> =>
  (await settingsOfPage.first(db, { user_id: id, page }))?.pageSettings
