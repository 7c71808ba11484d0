import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { statement } from '../../../platform/statement.ts'
import { SEGMENT } from '../rules.ts'
import type { Dimension } from './dimensions.ts'
import type { Filters } from './filter.ts'

/** What is known of each segment of requests (docs/decisions/0136): bitmaps to count a filtered set by, and its days. */

/** The dimension that each filter by a list of values is about; other lists have too many values for bitmaps. */
const dimensionOf = {
  type_ids: 'type',
  status_ids: 'status',
  module_ids: 'module',
  client_ids: 'company',
  urgs: 'urgency',
  priorities: 'priority',
  priority_ids: 'backlog_priority',
} as const satisfies Partial<Record<keyof Filters['lists'], Dimension>>

/** Whether the bitmaps know everything that the set is filtered by. They do not know who may see a request. */
export const areInBitmaps = ({ viewer, lists, search }: Filters): boolean =>
  viewer.isRivc && !lists.ids && !lists.author_ids && !search

/** The bits of a segment's requests that have one of these values. Null for none: then nothing is counted. */
const having = (dimension: Dimension, isValue: RawBuilder<SqlBool>) => sql`(
  select bit_or(had.bits) from request_bitmaps as had
  where had.segment = kept.segment and had.dimension = ${sql.lit(dimension)} and ${isValue})`

/** The bits of the requests in the set, for all filters but days. */
function maskOf({ lists, release_ids, paid, backlog }: Filters) {
  const isOneOf = (values: number[]) => sql<SqlBool>`had.value = any(${values}::int[])`
  const byList = Object.entries(dimensionOf) as [keyof typeof dimensionOf, Dimension][]
  const masks = [
    ...byList.flatMap(([key, dimension]) => (lists[key] ? [having(dimension, isOneOf(lists[key]))] : [])),
    ...(release_ids ? [having('release', isOneOf(release_ids))] : []),
    ...(paid ? [having('paid', sql`(had.value = 1) = any(${paid}::bool[])`)] : []),
    ...(backlog ? [having('backlog', isInBacklog(backlog))] : []),
  ]
  return sql.join([sql`~ 0::bit(8192)`, ...masks], sql` & `)
}

const isInBacklog = ({ none, in: isIn, out }: NonNullable<Filters['backlog']>) => {
  const values = [...(none ? [1] : []), ...(isIn ? [2] : []), ...(out ? [3] : [])]
  return sql<SqlBool>`had.value in (${sql.join(values.map((value) => sql.lit(value)))})`
}

/** Whether a segment lies wholly inside the days that are asked about, and whether wholly outside. */
function daysOf({ date_from: from, date_to: to }: Filters) {
  const inside = [
    ...(from ? [sql`kept.first_at >= ${from}::date`] : []),
    ...(to ? [sql`kept.last_at < ${to}::date + 1`] : []),
  ]
  const outside = [
    ...(from ? [sql`kept.last_at < ${from}::date`] : []),
    ...(to ? [sql`kept.first_at >= ${to}::date + 1`] : []),
  ]
  return {
    inside: sql.join([sql`true`, ...inside], sql` and `),
    outside: sql.join([sql`false`, ...outside], sql` or `),
  }
}

const isChanged = sql<SqlBool>`
  exists (select from request_segment_changes as changed where changed.segment = kept.segment)`

/** Whether its months are those of the installation's zone: another release or zone may have made the bitmaps. */
const isInZone = sql<SqlBool>`kept.months_in = current_setting('TimeZone')`

const everySegment = sql`
  generate_series(0, (select max(id) from requests) / ${sql.lit(SEGMENT)}) as every (segment)`

/**
 * Between which ids all requests that were created on the days asked about are; nothing if no day is asked about. Indexes
 * that end in id need not read what was created earlier or later, which may be most of all requests.
 */
export function isNearDays(filters: Filters): RawBuilder<SqlBool>[] {
  const { date_from, date_to } = filters
  const possible = sql`
    from ${everySegment} where not exists (
      select from request_segments as kept
      where kept.segment = every.segment and (${daysOf(filters).outside}) and not ${isChanged})`
  return [
    ...(date_from ? [sql<SqlBool>`q.id >= (select min(every.segment) ${possible}) * ${sql.lit(SEGMENT)}`] : []),
    ...(date_to ? [sql<SqlBool>`q.id < (select max(every.segment) + 1 ${possible}) * ${sql.lit(SEGMENT)}`] : []),
  ]
}

/**
 * Common table expressions: `masks`, the bits of the set in each segment that is counted by bitmaps, and `unkept`, the
 * segments whose requests have to be read.
 */
export function inSegments(filters: Filters) {
  const { inside, outside } = daysOf(filters)
  return sql`
    kept as materialized (
      select kept.segment, ${inside} as is_inside from request_segments as kept
      where ((${inside} and ${isInZone}) or ${outside})
        and not ${isChanged}),
    masks as materialized (select kept.segment, ${maskOf(filters)} as bits from kept where kept.is_inside),
    unkept as materialized (
      select every.segment from ${everySegment}
      where not exists (select from kept where kept.segment = every.segment))`
}

/** The counts of each value that requests in the set have, by dimension. */
export const countedByBitmaps = (charted: readonly Dimension[]) => sql`
  select had.dimension, had.value, sum(bit_count(had.bits & masks.bits)) as count
  from request_bitmaps as had join masks on masks.segment = had.segment and bit_count(masks.bits) > 0
  where had.dimension in (${sql.join(charted.map((dimension) => sql.lit(dimension)))})
  group by had.dimension, had.value`

/** Whether the request is in the segment at hand of `unkept`; the range makes the index of ids read nothing else. */
export const isUnkept = sql<SqlBool>`
  q.id >= unkept.segment * ${sql.lit(SEGMENT)} and q.id < (unkept.segment + 1) * ${sql.lit(SEGMENT)}`

/** Segments that have changed, or have no bitmaps with the months of this zone yet, the newest first. */
export const segmentsToKeep = statement(
  (_, { most }: { most: number }) => sql<{ segment: number }>`
    select every.segment from ${everySegment}
    where not exists (select from request_segments as kept where kept.segment = every.segment and ${isInZone})
    union
    select segment from request_segment_changes
    order by segment desc limit ${most}`,
  { planned: 'each time' },
)
