import { sql } from 'kysely'
import { waiting } from '@vypusk/contract'
import type { Call, Db, Person } from '../../platform/call.ts'
import { atMost } from '../../platform/at-most.ts'
import { momentOf, today } from '../../platform/clock.ts'
import { offsetOf, toPage } from '../../platform/page.ts'
import { momentInJson } from '../../platform/sql.ts'
import { statement } from '../../platform/statement.ts'
import type { Awaiter, ComingOf, MatterKind } from '../../platform/waiting.ts'
import { agreementMatters, comingInstallations } from '../agreements/port.ts'
import { deliveryMatters } from '../notices/port.ts'
import { publicationMatters } from '../publications/port.ts'
import { registryMatters } from '../registry/port.ts'
import { comingReleases, releaseMatters } from '../releases/port.ts'
import { requestMatters } from '../requests/port.ts'
import { remarkMatters } from '../threads/port.ts'
import { countsOf, inOneOrder, pageOf, type Found } from './rules.ts'

/**
 * Every kind of matter, from the ports of the rooms that have one. A room that waits for people adds its kinds here.
 */
const all: MatterKind[] = [
  ...agreementMatters,
  ...remarkMatters,
  ...publicationMatters,
  ...registryMatters,
  ...releaseMatters,
  ...requestMatters,
  ...deliveryMatters,
]
const next: ComingOf[] = [comingInstallations, comingReleases]

/** One more than is counted, to know whether there are more. */
const READ = waiting.MOST_OF_KIND + 1

interface WaitingInput extends Record<string, unknown> {
  awaiter: Awaiter
  /** How many of them are read. */
  taken: number
}

interface Row {
  count: number
  first: Omit<Found, 'kind'>[]
}

/**
 * Prepares the statements of each kind separately. The database plans one of them in a millisecond, and only once if
 * its plan does not depend on the caller; a single statement for all kinds takes longer to plan than to run.
 */
const withStatements = ({ waits, ...kind }: MatterKind) => ({
  ...kind,
  read: statement(
    (_, { awaiter, taken }: WaitingInput) => sql<Row>`
      with matters as materialized (
        select m.id, m.due, m.since from (${waits(awaiter)}) as m
        order by m.due nulls last, m.since nulls last, m.id limit ${sql.lit(READ)})
      select (select count(*)::int from matters) as count, (
        select coalesce(json_agg(json_build_object('id', m.id, 'due', m.due, 'since', ${momentInJson('m.since')})
          order by m.due nulls last, m.since nulls last, m.id), '[]')
        from (
          select * from matters as each order by each.due nulls last, each.since nulls last, each.id limit ${taken}
        ) as m) as first`,
  ),
  counted: statement(
    (_, { awaiter }: Pick<WaitingInput, 'awaiter'>) => sql<Pick<Row, 'count'>>`
      select count(*)::int as count from (select from (${waits(awaiter)}) as m limit ${sql.lit(READ)}) as m`,
  ),
})

const askable = all.map(withStatements)
/**
 * How many statements of one call run at once: the database has few cores, and a connection that has run a statement
 * before does not plan it again.
 */
const AT_ONCE = 2
const fewAtOnce = () =>
  atMost({ running: AT_ONCE, waiting: all.length, full: () => new Error('more statements than there are kinds') })

const kindsOf = ({ isRivc }: Pick<Person, 'isRivc'>) =>
  askable.filter(({ side }) => side === (isRivc ? 'staff' : 'client'))

const awaiterOf = ({ person, deps }: Pick<Call<typeof waiting.list>, 'person' | 'deps'>, own: boolean): Awaiter => ({
  id: person.id,
  isRivc: person.isRivc,
  idcomp: person.isRivc ? null : person.idcomp,
  can_enter_registry: person.can_enter_registry,
  own: person.isRivc && own,
  today: today(deps.clock),
  now: momentOf(deps.clock),
})

/** The matters of a page in order. One that was settled between the two statements is left out. */
async function shown(db: Db, person: Person, found: Found[], day: string): Promise<waiting.Matter[]> {
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  const few = fewAtOnce()
  const read = await Promise.all(
    kindsOf(person).map(async ({ kind, rows }) => {
      const ids = (byKind.get(kind) ?? []).map(({ id }) => id)
      if (ids.length === 0) return []
      return (await few(() => rows(db, person, ids))).map((row) => ({ kind, row }))
    }),
  )
  return inOneOrder(found, read.flat(), day)
}

/** What waits for the caller, and what comes next if nothing does. */
export async function listWaiting({ deps, person, query }: Call<typeof waiting.list>) {
  const awaiter = awaiterOf({ deps, person }, query.own)
  const { per_page, kind: only = null } = query
  const skipped = offsetOf(query)
  const few = fewAtOnce()
  const found = await Promise.all(
    kindsOf(person).map(async ({ kind, name, read }) => {
      const isShown = only === null || only === kind
      const taken = isShown ? Math.min(skipped + per_page, waiting.MOST_OF_KIND) : 0
      return { kind, name, ...(await few(() => read.one(deps.db, { awaiter, taken }))) }
    }),
  )
  const counted = countsOf(found)
  const { total, more } = sumOf(only === null ? counted : counted.filter(({ kind }) => kind === only))
  const page = pageOf(found, skipped, per_page)
  const data = await shown(deps.db, person, page, awaiter.today)
  const coming = counted.length > 0 ? [] : await comingFor(deps.db, person, awaiter.today)
  return { ...toPage(query, total, data), more, kinds: counted, coming }
}

/** How many matters wait for the caller. */
export async function countWaiting({ deps, person, query }: Call<typeof waiting.count>) {
  const awaiter = awaiterOf({ deps, person }, query.own)
  const few = fewAtOnce()
  const found = await Promise.all(
    kindsOf(person).map(async ({ kind, name, counted }) => ({
      kind,
      name,
      ...(await few(() => counted.one(deps.db, { awaiter }))),
    })),
  )
  return sumOf(countsOf(found))
}

const MOST_COMING = 3

async function comingFor(db: Db, person: Person, day: string): Promise<waiting.Coming[]> {
  const found = await Promise.all(next.map((of) => of(db, person, day)))
  return found
    .flat()
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(0, MOST_COMING)
}

const sumOf = (kinds: { count: number; more: boolean }[]) => ({
  total: kinds.reduce((sum, { count }) => sum + count, 0),
  more: kinds.some(({ more }) => more),
})
