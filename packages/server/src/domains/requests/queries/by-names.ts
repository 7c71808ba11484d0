import { sql, type RawBuilder } from 'kysely'
import type { requests } from '@vypusk/contract'
import { inRussianOrder } from '../../../platform/sql.ts'
import { knows, type Viewer } from '../../access/port.ts'
import type { filtered } from './filter.ts'
import { inOrder, type Order } from './order.ts'

type Filtered = ReturnType<typeof filtered>

/** Things that requests refer to and are ordered by the names of. */
interface Named {
  /** The column of the request. */
  ref: RawBuilder<unknown>
  /** SQL with `id` and `key`, the key to order by. */
  things: (viewer: Viewer) => RawBuilder<unknown>
}

/** The rows have the alias `thing`. */
const thingsOf = (table: string, id: string, key: RawBuilder<unknown>) => () =>
  sql`select thing.${sql.ref(id)} as id, ${key} as key from ${sql.table(table)} as thing`

const named = {
  status: { ref: sql`q.status_id`, things: thingsOf('request_statuses', 'id', sql`thing."order"`) },
  type: { ref: sql`q.type_id`, things: thingsOf('request_types', 'id', inRussianOrder('thing.name')) },
  author: { ref: sql`q.author_id`, things: thingsOf('shared_users', 'id', inRussianOrder('thing.name')) },
  company: { ref: sql`q.idcomp`, things: thingsOf('shared_companies', 'idcomp', inRussianOrder('thing.namecomp')) },
  module: { ref: sql`q.idmod`, things: thingsOf('shared_modules', 'idmod', inRussianOrder('thing.namemod')) },
  release: { ref: sql`q.release_id`, things: knownReleases },
} satisfies Partial<Record<requests.OrderKey, Named>>

/** An order by the name of something else. */
export type ByNames = Order & { order_by: keyof typeof named }
/** Whether requests are ordered by the name of something else. */
export const isByNames = (order: Order): order is ByNames => order.order_by in named

function knownReleases(viewer: Viewer): RawBuilder<unknown> {
  const key = inRussianOrder('thing.title')
  return sql`select thing.id, ${key} as key from releases_for_requests as thing where ${knows.release(viewer, 'thing')}`
}

interface Part {
  limit: number
  skipped: number
}

/**
 * The ids of a page of a large set ordered by a name: the first requests of each thing from the index of its column,
 * thing by thing in the order of their names, until the page is full.
 */
export function idsByNames(set: Filtered, viewer: Viewer, order: ByNames, { limit, skipped }: Part) {
  const by: Named = named[order.order_by]
  const most = sql<number>`${limit}::int + ${skipped}::int`
  const byId = (some: Filtered) =>
    some
      .select('q.id')
      .orderBy('q.id', order.isDesc ? 'desc' : 'asc')
      .limit(most)
  const direction = order.isDesc ? sql`desc` : sql`asc`
  const found = sql`
    select q.id, thing.key from (select * from (${by.things(viewer)}) as things order by key ${direction}) as thing
    cross join lateral (${byId(set.where(sql<boolean>`${by.ref} = thing.id`))}) as q
    order by thing.key ${direction}, q.id ${direction} limit ${most}`
  const all = order.order_by === 'release' ? withUnnamed(found, byId(set.where(isUnnamed(viewer))), most) : found
  return sql<{ id: number }>`
    select id from (${all}) as found order by ${inOrder(sql`key`, sql`id`, order)} limit ${limit} offset ${skipped}`
}

/**
 * Whether a request is in no release that the viewer may see. The first condition is implied by the second; without it
 * the planner expects only a handful of such requests, and reads and sorts all of them for one page.
 */
const isUnnamed = (viewer: Viewer) => sql<boolean>`(q.release_id is null or not exists (
  select from releases_for_requests as known where known.id = q.release_id and ${knows.release(viewer, 'known')}))`

/**
 * Appends requests without a name, which come last in either direction; they are only read if the others do not fill
 * the page.
 */
const withUnnamed = (
  found: RawBuilder<unknown>,
  unnamed: ReturnType<Filtered['select']>,
  most: RawBuilder<number>,
) => sql`
  with named as materialized (${found})
  select id, key from named
  union all
  select id, null from (
    select id from (${unnamed}) as others limit greatest(${most} - (select count(*) from named), 0)) as rest`
