import type { planning } from '@vypusk/contract'

type Row = planning.PlanningRelease

/** The orders of releases; the first is the default (brief, section 9). */
export const ORDERS = [
  { value: 'plan_date', label: 'По дате плана' },
  { value: 'priority', label: 'По приоритету' },
  { value: 'hours', label: 'По часам' },
  { value: 'company', label: 'По компании' },
] as const
export type Order = (typeof ORDERS)[number]['value']

/** The numbers of releases to show; five is the default (brief, section 9). */
export const COUNTS = ['5', '10', '20', '50', 'all'] as const
export type Count = (typeof COUNTS)[number]

const LAST = 9
const workOf = (row: Row) => Math.max(row.planned_time, row.planned_requests_time)
const firstCompany = ({ companies }: Row) => companies[0]?.namecomp ?? ''

const comparisons: Record<Order, (a: Row, b: Row) => number> = {
  plan_date: () => 0,
  priority: (a, b) => (a.priority ?? LAST) - (b.priority ?? LAST),
  hours: (a, b) => workOf(b) - workOf(a),
  company: (a, b) =>
    Number(!firstCompany(a)) - Number(!firstCompany(b)) || firstCompany(a).localeCompare(firstCompany(b), 'ru'),
}

/**
 * Returns the releases to show; ties are ordered by plan date.
 * @param followed ids of releases that are included whatever their place in the order
 */
export function shown(rows: readonly Row[], order: Order, count: Count, followed: readonly number[] = []): Row[] {
  const sorted = rows.toSorted(
    (a, b) => comparisons[order](a, b) || a.plan_date.localeCompare(b.plan_date) || a.id - b.id,
  )
  const most = count === 'all' ? sorted.length : Number(count)
  return sorted.filter(({ id }, index) => index < most || followed.includes(id))
}
