import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import { statement } from '../../../platform/statement.ts'
import type { Calendar } from '../../../platform/working-days.ts'

const days = statement((db) => db.selectFrom('shared_calendar_days').select(['day', 'minutes']))

/** Returns the days that differ from ordinary ones in the production calendar, with the working minutes of each. */
export const specialDays: (db: Db) => Promise<Calendar> = rememberedWhole(
  ['calendar_days'],
  async (db) => new Map((await days.all(db, {})).map(({ day, minutes }) => [day, minutes])),
)
