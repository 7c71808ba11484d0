import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db, Person } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { addDays } from '../../../platform/working-days.ts'
import { ownWall, zonesOf } from '../../calendars/port.ts'
import { inNotPublishingList, known } from './agreements.ts'

const datedBetween = (db: Db, person: Person, from: string, to: string) =>
  known(db, person)
    .select(['a.id', 'a.release_id', 'a.company_id', 'a.by_rivc', 'a.by_client', 'a.remark', 'a.releaseTime'])
    .select(['a.version', 'c.namecomp', 'r.title'])
    .select((eb) => [
      eb.ref('a.releaseDate').$notNull().as('releaseDate'),
      jsonBuildObject({ idcomp: eb.ref('c.idcomp'), namecomp: eb.ref('c.namecomp') }).as('company'),
      jsonBuildObject({ id: eb.ref('r.id'), title: eb.ref('r.title') }).as('details'),
      eb.exists(inNotPublishingList(eb)).$castTo<boolean>().as('not_publishing'),
      jsonArrayFrom(
        eb
          .selectFrom('shared_release_modules as rm')
          .innerJoin('shared_modules as m', 'm.idmod', 'rm.idmod')
          .select(['m.idmod', 'm.namemod'])
          .whereRef('rm.release_id', '=', 'a.release_id')
          .orderBy('m.idmod'),
      ).as('modules'),
    ])
    .where('a.releaseDate', '>=', from)
    .where('a.releaseDate', '<=', to)
    .orderBy('a.releaseDate')
    .orderBy('a.releaseTime', (order) => order.asc().nullsFirst())
    .orderBy('a.id')
    .execute()

/**
 * Everything planned from one day to another, and a day around: by another clock it may be one of these. A date that is
 * not there stands between no days.
 */
export async function plannedBetween(db: Db, person: Person, from: string, to: string) {
  const [rows, own] = await Promise.all([datedBetween(db, person, addDays(from, -1), addDays(to, 1)), zonesOf(db)])
  const zone = installationZone()
  return rows.map((row) => {
    const company_zone = own.get(row.company_id) ?? null
    return { ...row, company_zone, company_day: ownWall({ zone: company_zone ?? zone }, zone, row).day }
  })
}
