import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { calendar, Module } from '@vypusk/contract'
import type { Call, Db, Person } from '../../../platform/call.ts'
import { today } from '../../../platform/clock.ts'
import { clockOf } from '../../../platform/plain-text.ts'
import { refuse } from '../../../platform/refusal.ts'
import { weekOf } from '../../../platform/working-days.ts'
import { productionDays, releaseFor } from '../../releases/port.ts'
import { clashesAmong, clashesOfAll, type Planned } from '../rules/clashes.ts'
import { filtered, filtersOf, inNotPublishingList, known, withStatus } from './agreements.ts'

/** Everything planned from one day to another; a date that is not there stands between no days. */
export const plannedBetween = (db: Db, person: Person, from: string, to: string) =>
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

/** The agreements of some days with what they clash with, and the days themselves. */
export async function calendarOf({ deps, person, query }: Call<typeof calendar.show>) {
  const { db } = deps
  const { date_from, date_to } = query
  const [around, wanted, days] = await Promise.all([
    plannedBetween(db, person, weekOf(date_from).from, weekOf(date_to).to),
    filtered(db, filtersOf(person, query)).select('a.id').execute(),
    productionDays(db, date_from, date_to),
  ])
  const clashesOf = clashesAmong(around.filter(({ not_publishing }) => !not_publishing))
  const now = today(deps.clock)
  const ids = new Set(wanted.map(({ id }) => id))
  const items = around
    .filter(({ id }) => ids.has(id))
    .map(({ modules, namecomp, title, ...row }): calendar.CalendarItem => {
      const concerns = !row.not_publishing && row.releaseDate >= now
      const clock = clockOf(row.releaseDate, row.releaseTime)
      return {
        ...withStatus(row),
        clock,
        clashes: concerns ? [...clashesOf({ ...row, modules, namecomp, title })] : [],
      }
    })
  return { items, days }
}

/** What a release would clash with at some companies on a day. */
export async function checkedDay({ deps, person, params, query }: Call<typeof calendar.checkDay>) {
  const { db } = deps
  const { from, to } = weekOf(params.day)
  const [release, around, days, modules, companies] = await Promise.all([
    releaseFor(db, params.release_id),
    plannedBetween(db, person, from, to),
    productionDays(db, params.day, params.day),
    modulesOf(db, params.release_id),
    companiesNamed(db, query.companies),
  ])
  const [day] = days
  if (!release || !day) throw refuse('not_found')
  const { id: release_id, title } = release
  const planned = companies.map(({ idcomp, namecomp }): Planned => ({
    release_id,
    title,
    company_id: idcomp,
    namecomp,
    releaseDate: params.day,
    modules,
  }))
  return {
    day,
    clashes: [...clashesOfAll(planned, clashesAmong(around.filter(({ not_publishing }) => !not_publishing)))],
  }
}

const modulesOf = (db: Db, release_id: number): Promise<Pick<Module, 'idmod' | 'namemod'>[]> =>
  db
    .selectFrom('shared_release_modules as rm')
    .innerJoin('shared_modules as m', 'm.idmod', 'rm.idmod')
    .select(['m.idmod', 'm.namemod'])
    .where('rm.release_id', '=', release_id)
    .orderBy('m.idmod')
    .execute()

const companiesNamed = (db: Db, ids: number[]) =>
  db
    .selectFrom('shared_companies as companies')
    .select(['idcomp', 'namecomp'])
    .where('idcomp', 'in', ids.length > 0 ? ids : [0])
    .execute()
