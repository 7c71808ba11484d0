import { sql, type RawBuilder } from 'kysely'
import type { requests } from '@vypusk/contract'
import { inRussianOrder } from '../../../platform/sql.ts'
import type { filtered } from './filter.ts'
import { knows, type Viewer } from '../../access/port.ts'

type Filtered = ReturnType<typeof filtered>

/**
 * Each expression is that of an index which ends in id and is read forward or backward, so that a page is found without
 * the table. Orders by names sort what was found, and a page of a large set is found by `idsByNames`.
 */
const orders: Record<requests.OrderKey, RawBuilder<unknown>> = {
  id: sql`q.id`,
  e_title: inRussianOrder('q.e_title'),
  created_at: sql`q.created_at`,
  urgency: sql`q.urgency`,
  isPaid: sql`q."isPaid"`,
  priority: sql`coalesce(q.priority, 0)`,
  planned_time: sql`coalesce(q.planned_time, -1)`,
  backlog_priority: sql`coalesce(q.backlog_priority, 0)`,
  status: sql`s."order"`,
  type: inRussianOrder('t.name'),
  author: inRussianOrder('a.name'),
  company: inRussianOrder('c.namecomp'),
  module: inRussianOrder('m.namemod'),
  release: inRussianOrder('r.title'),
}

/** Joins what the order needs beside the request itself. */
function withNames(set: Filtered, viewer: Viewer, key: requests.OrderKey) {
  if (key === 'status') return set.innerJoin('request_statuses as s', 's.id', 'q.status_id')
  if (key === 'type') return set.innerJoin('request_types as t', 't.id', 'q.type_id')
  if (key === 'author') return set.innerJoin('shared_users as a', 'a.id', 'q.author_id')
  if (key === 'company') return set.innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
  if (key === 'module') return set.innerJoin('shared_modules as m', 'm.idmod', 'q.idmod')
  if (key === 'release') {
    return set.leftJoin('releases_for_requests as r', (join) =>
      join.onRef('r.id', '=', 'q.release_id').on(knows.release(viewer)),
    )
  }
  return set
}

/** The order of a list. */
export interface Order {
  order_by: requests.OrderKey
  isDesc: boolean
}

/** What requests without a backlog record do not have (the constraint `requests_backlog_whole`). */
const ofBacklog: ReadonlySet<string> = new Set<requests.OrderKey>(['planned_time', 'backlog_priority'])

type Wanted = Pick<requests.RequestQuery, 'order_by' | 'isDesc' | 'isInBacklogValues'>

/**
 * The requested order; by default the newest come first. Requests without a backlog record are all alike by its fields:
 * they are ordered by id alone, so that a page of them is not sought behind all requests that have one.
 */
export function orderOf({ order_by, isDesc, isInBacklogValues: states }: Wanted): Order {
  if (!order_by) return { order_by: 'id', isDesc: true }
  const haveNone = states?.length === 1 && states[0] === 1
  return { order_by: haveNone && ofBacklog.has(order_by) ? 'id' : order_by, isDesc }
}

/** Adds the joins that the order needs; they add no row and remove none. */
const named = (set: Filtered, viewer: Viewer, order: Order) => withNames(set, viewer, order.order_by) as Filtered

/** The same with the value to order by, as `key`. */
export const keyed = (set: Filtered, viewer: Viewer, order: Order) =>
  named(set, viewer, order).select(['q.id', orders[order.order_by].as('key')])

/** SQL for after `order by`; ties are ordered by id. */
export function inOrder(key: RawBuilder<unknown>, id: RawBuilder<unknown>, { order_by, isDesc }: Order) {
  const direction = isDesc ? sql`desc` : sql`asc`
  const byKey = sql`${key} ${direction}${order_by === 'release' ? sql` nulls last` : sql``}`
  return order_by === 'id' ? byKey : sql`${byKey}, ${id} ${direction}`
}

/** The ids of the set in order. */
export const idsInOrder = (set: Filtered, viewer: Viewer, order: Order) =>
  named(set, viewer, order)
    .select('q.id')
    .orderBy(inOrder(orders[order.order_by], sql`q.id`, order))
