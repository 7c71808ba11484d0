import type { Db } from '../../../platform/call.ts'
import { rememberedWhole } from '../../../platform/memory.ts'
import type { Calendar } from '../../../platform/working-days.ts'

/** Returns the days that differ from ordinary ones in the production calendar, with the working minutes of each. */
export const specialDays: (db: Db) => Promise<Calendar> = rememberedWhole(['calendar_days'], async (db) => {
  const days = await db.selectFrom('shared_calendar_days').select(['day', 'minutes']).execute()
  return new Map(days.map(({ day, minutes }) => [day, minutes]))
})
