import { sql } from 'kysely'
import { companyCalendars } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { remembered } from '../../../platform/memory.ts'
import { statement } from '../../../platform/statement.ts'
import { hoursOf, type Hours, type Week } from '../rules/week.ts'
import { specialDays } from './special.ts'

interface Kept {
  company_id: number
  zone: string | null
  /** Null for a company that has not entered its working hours. */
  working: unknown
  closed: Week['closed']
}

/** Selects the working week of each company and the days it has closed. */
const weeks = statement(
  (_, { ids }: { ids: number[] }) => sql<Kept>`
    select given.id as company_id, kept.zone, kept.working,
      (select coalesce(json_agg(json_build_object('date_from', date_from, 'date_to', date_to)), '[]') from freezes
        where idcomp = given.id) as closed
    from unnest(${ids}::int[]) as given(id)
    left join company_calendars as kept on kept.company_id = given.id`,
)

type KnownWeek = Omit<Week, 'zone'> & { zone: string | null }

const readWeeks = async (db: Db, ids: number[]) =>
  (await weeks.all(db, { ids })).map(({ company_id, zone, working, closed }): readonly [number, KnownWeek] => [
    company_id,
    { zone, working: working ? companyCalendars.span.array().parse(working) : null, closed },
  ])

const rememberedWeeks = remembered({ of: ['company_calendars', 'freezes'] }, readWeeks)

/** A transaction may itself have closed days, which are not remembered before it ends. */
const weeksOf = async (db: Db, ids: readonly number[]) =>
  db.isTransaction ? new Map(await readWeeks(db, [...ids])) : rememberedWeeks(db, ids)

const UNKNOWN: KnownWeek = { zone: null, working: null, closed: [] }

/**
 * Returns when companies work, by their own clocks: each company's week without the days it has closed and the holidays
 * of the production calendar. The provider's own closed days do not matter here, because they do not mean that nobody
 * is at work in the company.
 */
export async function hoursBy(db: Db, companies: readonly number[]): Promise<(company_id: number) => Hours> {
  const [weekOf, production] = await Promise.all([weeksOf(db, companies), specialDays(db)])
  const known = new Map<number, Hours>()
  // Looked up once, because asking the system takes longer than everything else here.
  const ownZone = installationZone()
  return (id) => {
    const found = known.get(id)
    if (found) return found
    const { zone, ...week } = weekOf.get(id) ?? UNKNOWN
    const made = hoursOf({ zone: zone ?? ownZone, ...week }, production)
    known.set(id, made)
    return made
  }
}
