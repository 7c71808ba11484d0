import { sql, type RawBuilder } from 'kysely'
import { waiting, zones } from '@vypusk/contract'
import type { Call, Db, Person } from '../../platform/call.ts'
import { momentOf, today } from '../../platform/clock.ts'
import { offsetOf, toPage } from '../../platform/page.ts'
import { momentInJson } from '../../platform/sql.ts'
import { statement } from '../../platform/statement.ts'
import type { Awaiter, ComingOf, MatterKind, Reader } from '../../platform/waiting.ts'
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

const sides = Map.groupBy(all, ({ side }) => side)
const kindsOf = ({ isRivc }: Pick<Person, 'isRivc'>): MatterKind[] => sides.get(isRivc ? 'staff' : 'client') ?? []

/** A value for each kind of the reader's side. */
const forEachKind = <Value>(reader: Reader, valueOf: (kind: waiting.Kind) => Value): Record<string, Value> =>
  Object.fromEntries(kindsOf(reader).map(({ kind }) => [kind, valueOf(kind)]))

/**
 * One statement that combines a query of each kind of the reader's side, each returning one row. It takes longer to plan
 * than to run, so it is planned once, whoever it is for.
 */
function ofAllKinds<Row extends object, Params extends { reader: Reader }>(
  queryOf: (kind: MatterKind, params: Params) => RawBuilder<Row>,
) {
  const rows = statement(
    (_, params: Params) => {
      const queries = kindsOf(params.reader).map(
        (each) => sql`select ${sql.lit(each.kind)}::text as kind, own.* from (${queryOf(each, params)}) as own`,
      )
      return sql<Row & Pick<MatterKind, 'kind'>>`${sql.join(queries, sql` union all `)}`
    },
    { planned: 'once for all values' },
  )
  return async (db: Db, params: Params): Promise<(MatterKind & Row)[]> => {
    const read = Map.groupBy(await rows.all(db, params), ({ kind }) => kind)
    return kindsOf(params.reader).flatMap((each) => (read.get(each.kind) ?? []).map((row) => ({ ...each, ...row })))
  }
}

interface Counted {
  count: number
}
interface FoundFirst extends Counted {
  first: Omit<Found, 'kind'>[]
}

/** `taken`: how many matters of each kind are read. */
const firstOf = ofAllKinds(
  ({ kind, waits }, { reader, taken }: { reader: Awaiter; taken: Record<string, number> }) => sql<FoundFirst>`
    with matters as materialized (
      select m.id, m.due, m.since from (${waits(reader)}) as m
      order by m.due nulls last, m.since nulls last, m.id limit ${sql.lit(READ)})
    select (select count(*)::int from matters) as count, (
      select coalesce(json_agg(json_build_object('id', m.id, 'due', m.due, 'since', ${momentInJson('m.since')})
        order by m.due nulls last, m.since nulls last, m.id), '[]')
      from (
        select * from matters as each order by each.due nulls last, each.since nulls last, each.id limit ${taken[kind]}
      ) as m) as first`,
)

const countOf = ofAllKinds(
  ({ waits }, { reader }: { reader: Awaiter }) => sql<Counted>`
    select count(*)::int as count from (select from (${waits(reader)}) as m limit ${sql.lit(READ)}) as m`,
)

const rowsOf = ofAllKinds(
  ({ kind, shown }, { reader, ids }: { reader: Reader; ids: Record<string, number[]> }) => sql<{ rows: unknown[] }>`
    select coalesce(json_agg(m), '[]') as rows from (${shown(reader, ids[kind] ?? [])}) as m`,
)

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
async function shownOf(db: Db, { id, isRivc, idcomp, can_enter_registry, now, today: day }: Awaiter, found: Found[]) {
  if (found.length === 0) return []
  const reader = { id, isRivc, idcomp, can_enter_registry, now }
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  const ids = forEachKind(reader, (kind) => (byKind.get(kind) ?? []).map((each) => each.id))
  const read = await rowsOf(db, { reader, ids })
  const shown = read.flatMap((each) => each.rows.map((row) => ({ kind: each.kind, row: each.matterOf(row, reader) })))
  return inOneOrder(found, shown, (zone) => (zone === null ? day : zones.wallAt(zone, Date.parse(now)).day))
}

/** What waits for the caller, and what comes next if nothing does. */
export async function listWaiting({ deps, person, query }: Call<typeof waiting.list>) {
  const awaiter = awaiterOf({ deps, person }, query.own)
  const { per_page, kind: only = null } = query
  const skipped = offsetOf(query)
  const most = Math.min(skipped + per_page, waiting.MOST_OF_KIND)
  const taken = forEachKind(awaiter, (kind) => (only === null || only === kind ? most : 0))
  const found = await firstOf(deps.db, { reader: awaiter, taken })
  const counted = countsOf(found)
  const { total, more } = sumOf(only === null ? counted : counted.filter(({ kind }) => kind === only))
  const data = await shownOf(deps.db, awaiter, pageOf(found, skipped, per_page))
  const coming = counted.length > 0 ? [] : await comingFor(deps.db, person, awaiter)
  return { ...toPage(query, total, data), more, kinds: counted, coming }
}

/** How many matters wait for the caller. */
export async function countWaiting({ deps, person, query }: Call<typeof waiting.count>) {
  const awaiter = awaiterOf({ deps, person }, query.own)
  return sumOf(countsOf(await countOf(deps.db, { reader: awaiter })))
}

const MOST_COMING = 3

async function comingFor(db: Db, person: Person, at: Awaiter): Promise<waiting.Coming[]> {
  const found = await Promise.all(next.map((of) => of(db, person, at)))
  return found
    .flat()
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .slice(0, MOST_COMING)
}

const sumOf = (kinds: { count: number; more: boolean }[]) => ({
  total: kinds.reduce((sum, { count }) => sum + count, 0),
  more: kinds.some(({ more }) => more),
})
