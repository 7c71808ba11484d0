import { sql } from 'kysely'
import type { Db, Person } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import { addDays, weekOf } from '../../../platform/working-days.ts'
import { eyesOf, type Viewer } from '../../access/port.ts'
import { clockIn, ownWall, zonesOf } from '../../calendars/port.ts'
import { hasLeft, inNotPublishingList, isCalledOff, isDateWithdrawn, isPublished, known } from './agreements.ts'
import { oneOf } from '../../../platform/sql.ts'

interface Days {
  viewer: Viewer
  from: string
  to: string
}

/**
 * Returns the whole weeks of some days by the clocks of every company: a company's day may be one before or after the
 * installation's, and so belong to another week (docs/decisions/0074).
 */
const wholeWeeks = ({ from, to }: Pick<Days, 'from' | 'to'>) => ({
  from: weekOf(addDays(from, -1)).from,
  to: weekOf(addDays(to, 1)).to,
})

/**
 * Selects the agreements of these days that may still be installed, including the day before and after: in another time
 * zone they may fall on one of these days.
 */
const within = (db: Db, { viewer, from, to }: Days) =>
  known(db, viewer)
    .select((eb) => eb.ref('a.releaseDate').$notNull().as('releaseDate'))
    .where('a.releaseDate', '>=', sql<string>`${from}::date - 1`)
    .where('a.releaseDate', '<=', sql<string>`${to}::date + 1`)
    .where((eb) => eb.not(eb.or([isCalledOff, hasLeft])))
    .orderBy('a.releaseDate')
    .orderBy('a.releaseTime', (order) => order.asc().nullsFirst())
    .orderBy('a.id')

const datedBetween = statement(
  (db, days: Days) =>
    within(db, days)
      .select(['a.id', 'a.release_id', 'a.company_id', 'a.by_rivc', 'a.by_client', 'a.remark', 'a.releaseTime'])
      .select(['a.version', 'a.against_reason', 'c.namecomp', 'r.title', isPublished.as('published')])
      .select((eb) => eb.exists(inNotPublishingList(eb)).$castTo<boolean>().as('not_publishing'))
      .select(isDateWithdrawn.as('date_withdrawn')),
  { planned: 'each time' },
)

/** The modules of each release, read once because many dates belong to the same release. */
const modulesOf = statement((db, { releases }: { releases: number[] }) =>
  db
    .selectFrom('shared_release_modules as rm')
    .innerJoin('shared_modules as m', 'm.idmod', 'rm.idmod')
    .select(['rm.release_id', 'm.idmod', 'm.namemod'])
    .where('rm.release_id', '=', oneOf(releases))
    .orderBy('m.idmod'),
)

/** Where a date may clash with other installations: at these companies, or of these modules. */
interface Near {
  companies: readonly number[]
  modules: readonly { idmod: number; namemod: string }[]
  from: string
  to: string
}

const amongModules = statement((db, { releases, idmods }: { releases: number[]; idmods: number[] }) =>
  db
    .selectFrom('shared_release_modules')
    .select(['release_id', 'idmod'])
    .where('release_id', '=', oneOf(releases))
    .where('idmod', '=', oneOf(idmods))
    .orderBy('idmod'),
)

/** Returns which of the given modules each release has. */
async function modulesOfEach(db: Db, releases: number[], of: Near['modules']): Promise<Map<number, Near['modules']>> {
  const names = new Map(of.map((one) => [one.idmod, one]))
  const rows = await amongModules.all(db, { releases, idmods: [...names.keys()] })
  const byRelease = Map.groupBy(rows, ({ release_id }) => release_id)
  return new Map([...byRelease].map(([id, own]) => [id, own.flatMap(({ idmod }) => names.get(idmod) ?? [])]))
}

const datedNear = statement(
  (db, { companies, idmods, ...days }: Days & { companies: readonly number[]; idmods: number[] }) =>
    within(db, days)
      .select(['a.release_id', 'a.company_id', 'a.releaseTime', 'c.namecomp', 'r.title'])
      .where((eb) =>
        eb.or([
          eb('a.company_id', '=', oneOf(companies)),
          eb(
            'a.release_id',
            'in',
            eb.selectFrom('shared_release_modules as rm').select('rm.release_id').where('rm.idmod', '=', oneOf(idmods)),
          ),
        ]),
      )
      .where((eb) => eb.not(eb.exists(inNotPublishingList(eb))))
      .where(sql<boolean>`not ${isDateWithdrawn}`),
  { planned: 'each time' },
)

/** Returns the installations that dates between two days may clash with: those of their whole weeks. */
export async function plannedNear(db: Db, person: Person, { companies, modules, ...days }: Near) {
  const idmods = modules.map(({ idmod }) => idmod)
  const [rows, own] = await Promise.all([
    datedNear.all(db, { viewer: eyesOf(person), ...wholeWeeks(days), companies, idmods }),
    zonesOf(db),
  ])
  const zone = installationZone()
  const byRelease = await modulesOfEach(db, [...new Set(rows.map(({ release_id }) => release_id))], modules)
  const clocks = new Map([zone, ...own.values()].map((each) => [each, clockIn(each, zone)]))
  const companyDay = ({ company_id, releaseDate, releaseTime }: (typeof rows)[number]) =>
    (releaseTime && clocks.get(own.get(company_id) ?? zone)?.(releaseDate, releaseTime).day) || releaseDate
  return rows.map((row) => ({
    ...row,
    modules: byRelease.get(row.release_id) ?? [],
    company_day: companyDay(row),
  }))
}

/**
 * Returns everything planned in the whole weeks of the days between two, so that each of them can be checked for clashes.
 * Agreements without a date are left out.
 */
export async function plannedBetween(db: Db, person: Person, from: string, to: string) {
  const days = { viewer: eyesOf(person), ...wholeWeeks({ from, to }) }
  const [rows, own] = await Promise.all([datedBetween.all(db, days), zonesOf(db)])
  const releases = [...new Set(rows.map(({ release_id }) => release_id))]
  const modules = Map.groupBy(await modulesOf.all(db, { releases }), ({ release_id }) => release_id)
  const zone = installationZone()
  return rows.map((row) => {
    const { company_id: idcomp, namecomp, release_id: id, title } = row
    const company_zone = own.get(idcomp) ?? null
    const company_day = ownWall({ zone: company_zone ?? zone }, zone, row).day
    const own_modules = (modules.get(id) ?? []).map(({ idmod, namemod }) => ({ idmod, namemod }))
    return {
      ...row,
      company: { idcomp, namecomp },
      details: { id, title },
      modules: own_modules,
      company_zone,
      company_day,
    }
  })
}
