import { sql } from 'kysely'
import { waiting } from '@vypusk/contract'
import type { Call, Db, Person } from '../../platform/call.ts'
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
import { countsOf, inOneOrder } from './rules.ts'

/** Every kind, by the ports of the rooms that have it. A room that asks something of people adds its own here. */
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

const kindsOf = ({ isRivc }: Pick<Person, 'isRivc'>) => all.filter(({ side }) => side === (isRivc ? 'staff' : 'client'))

interface Found {
  kind: waiting.Kind
  id: number
  due: string | null
  since: string | null
}

interface Form {
  only: waiting.Kind | null
}

/** One more than is counted, so that it is known whether there are more. */
const READ = waiting.MOST_OF_KIND + 1

const counted = (awaiter: Awaiter) => sql`
  with matters as materialized (${sql.join(
    kindsOf(awaiter).map(
      ({ kind, waits }) => sql`
        (select ${sql.lit(kind)} as kind, m.id, m.due, m.since,
          row_number() over (order by m.due nulls last, m.since nulls last, m.id) as place
        from (${waits(awaiter)}) as m order by place limit ${sql.lit(READ)})`,
    ),
    sql` union all `,
  )})`

interface Row {
  counts: Partial<Record<waiting.Kind, number>>
  page: Found[]
}

const counts = sql`
  (select coalesce(json_object_agg(each.kind, each.count), '{}')
   from (select kind, count(*)::int as count from matters group by kind) as each) as counts`

interface Given extends Record<string, unknown> {
  awaiter: Awaiter
  limit: number
  skipped: number
}

const pages = statement(
  (_, { awaiter, limit, skipped }: Given, { only }: Form) => sql<Row>`${counted(awaiter)}
    select ${counts}, (
      select coalesce(json_agg(json_build_object('kind', m.kind, 'id', m.id, 'due', m.due, 'since', ${momentInJson('m.since')})
        order by m.due nulls last, m.since nulls last, m.kind, m.id), '[]')
      from (
        select * from matters as each
        where each.place <= ${sql.lit(waiting.MOST_OF_KIND)} and ${only ? sql`each.kind = ${sql.lit(only)}` : sql`true`}
        order by each.due nulls last, each.since nulls last, each.kind, each.id limit ${limit} offset ${skipped}
      ) as m) as page`,
  { planned: 'each time' },
)

const totals = statement(
  (_, { awaiter }: { awaiter: Awaiter }) => sql<Pick<Row, 'counts'>>`${counted(awaiter)} select ${counts}`,
  { planned: 'each time' },
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

/** The matters of a page in their order; one that was settled between the two questions is left out. */
async function shown(db: Db, person: Person, found: Found[], day: string): Promise<waiting.Matter[]> {
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  const read = await Promise.all(
    kindsOf(person).map(async ({ kind, rows }) => {
      const own = byKind.get(kind) ?? []
      return own.length > 0
        ? (
            await rows(
              db,
              person,
              own.map(({ id }) => id),
            )
          ).map((row) => ({ kind, row }))
        : []
    }),
  )
  return inOneOrder(found, read.flat(), day)
}

/** What waits for the caller, and what comes next where nothing does. */
export async function listWaiting({ deps, person, query }: Call<typeof waiting.list>) {
  const awaiter = awaiterOf({ deps, person }, query.own)
  const { per_page, kind = null } = query
  const given = { awaiter, limit: per_page, skipped: offsetOf(query) }
  const { counts: found, page } = await pages.one(deps.db, given, { only: kind })
  const kinds = countsOf(kindsOf(person), found)
  const { total, more } = sumOf(kind === null ? kinds : kinds.filter((each) => each.kind === kind))
  const data = await shown(deps.db, person, page, awaiter.today)
  const coming = kinds.length > 0 ? [] : await comingFor(deps.db, person, awaiter.today)
  return { ...toPage(query, total, data), more, kinds, coming }
}

/** How much waits for the caller. */
export async function countWaiting({ deps, person, query }: Call<typeof waiting.count>) {
  const { counts: found } = await totals.one(deps.db, { awaiter: awaiterOf({ deps, person }, query.own) })
  return sumOf(countsOf(kindsOf(person), found))
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
