import type { companyCalendars } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import type { Place } from '../rules/date-objections.ts'
import { oneOf } from '../../../platform/sql.ts'

const places = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_companies as c')
    .leftJoin('company_calendars as k', 'k.company_id', 'c.idcomp')
    .select(['c.idcomp', 'c.namecomp', 'k.zone', 'k.installing'])
    .where('c.idcomp', '=', oneOf(ids))
    .orderBy('c.idcomp'),
)

/** Returns companies with the data by which dates are judged: their time zone, and their hours for installations. */
export const placesOf = async (db: Db, ids: number[]): Promise<Place[]> =>
  (await places.all(db, { ids })).map(({ zone, installing, ...company }) => ({
    ...company,
    zone: zone ?? installationZone(),
    // Only `save` writes this column, after the contract has checked the value.
    installing: installing as companyCalendars.Span[] | null,
  }))

const zoned = statement((db) =>
  db.selectFrom('company_calendars').select(['company_id', 'zone']).where('zone', 'is not', null),
)

/** Returns the time zone of each company that has its own. */
export const zonesOf = async (db: Db): Promise<Map<number, string>> =>
  new Map((await zoned.all(db, {})).map(({ company_id, zone }) => [company_id, zone ?? installationZone()]))

const following = statement((db) =>
  db
    .selectFrom('shared_companies as c')
    .leftJoin('company_calendars as k', 'k.company_id', 'c.idcomp')
    .select('c.idcomp')
    .where('k.zone', 'is', null)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.idcomp'),
)

/** Returns the companies whose hours are read by the installation's clock. */
export const followersOf = (db: Db) => following.all(db, {})
