import { sql, type RawBuilder } from 'kysely'

/** The month of a moment or a day, YYYYMM; of a moment by the installation's zone, in which every connection is. */
export const monthOf = (moment: RawBuilder<unknown>) => sql<number>`to_char(${moment}, 'YYYYMM')::int`

/**
 * What requests are counted and filtered by, as whole numbers; the table has the alias `q`. Bitmaps are kept of each
 * (docs/decisions/0136): a migration that adds one or changes its meaning has to empty `request_segments`.
 */
export const dimensions = {
  type: sql<number>`q.type_id`,
  status: sql<number>`q.status_id`,
  module: sql<number>`q.idmod`,
  company: sql<number>`q.idcomp`,
  urgency: sql<number>`q.urgency`,
  priority: sql<number>`coalesce(q.priority, 0)`,
  backlog_priority: sql<number>`coalesce(q.backlog_priority, 0)`,
  /** 0 for none. */
  release: sql<number>`coalesce(q.release_id, 0)`,
  paid: sql<number>`q."isPaid"::int`,
  /** The values of `isInBacklogValues`. */
  backlog: sql<number>`case when q."inBacklog" is null then 1 when q."inBacklog" then 2 else 3 end`,
  /** Of creation. */
  month: monthOf(sql`q.created_at`),
} as const
export type Dimension = keyof typeof dimensions
