import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { refuse } from '../../../platform/refusal.ts'
import { CALENDAR_DAYS, type SubjectId } from '../rules.ts'
import { statement } from '../../../platform/statement.ts'
import { addDays, type Calendar } from '../../../platform/working-days.ts'
import { knowing } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'

/** The owner of the subject, if they can still act: otherwise any member of staff answers. */
const owner = sql<number | null>`case when ${isPresent(sql.ref('s.owner_id'))} then s.owner_id end`.as('owner_id')

const subjects = statement((db, { entity_id }: { entity_id: number }, { entity }: { entity: string }) =>
  db
    .selectFrom('thread_subjects as s')
    // Columns of a union are always typed as nullable; these never are.
    .select([sql<number>`s.idcomp`.as('idcomp'), 's.release_id', owner, sql<string>`s.title`.as('title')])
    .select(sql<boolean>`s.is_awaited`.as('is_awaited'))
    .where('s.entity', '=', sql.lit(entity))
    .where('s.entity_id', '=', entity_id)
    .where('s.is_living', '=', true),
)

/** What a thread is about, if the person may see it. @throws 404 otherwise */
export async function knownSubject(db: Db, { isRivc, idcomp }: Person, { entity, entity_id }: SubjectId) {
  const found = await subjects.first(db, { entity_id }, { entity })
  if (!found) throw refuse('not_found')
  if (isRivc) return found
  const knows = await knowing(db, entity, entity_id)
  if (idcomp === null || !knows.includes(idcomp)) throw refuse('not_found')
  return found
}

const days = statement((db, { from, to }: { from: string; to: string }) =>
  db.selectFrom('shared_calendar_days').select(['day', 'minutes']).where('day', '>=', from).where('day', '<=', to),
)

/** The production calendar around a day, wide enough to count a few working days. */
export async function calendarAround(db: Db, day: string): Promise<Calendar> {
  const rows = await days.all(db, { from: addDays(day, -CALENDAR_DAYS), to: addDays(day, CALENDAR_DAYS) })
  return new Map(rows.map((row) => [row.day, row.minutes]))
}
