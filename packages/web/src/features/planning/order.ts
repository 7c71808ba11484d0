import type { planning } from '@vypusk/contract'

type Row = planning.PlanningRelease

/** In which order releases stand; the first is the usual one (brief, section 9). */
export const ORDERS = [
  { value: 'plan_date', label: 'По дате плана' },
  { value: 'priority', label: 'По приоритету' },
  { value: 'hours', label: 'По часам' },
  { value: 'company', label: 'По компании' },
] as const
export type Order = (typeof ORDERS)[number]['value']

/** How many are shown; five at first (brief, section 9). */
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

/** The releases to show, ties by plan date. @param followed stand there wherever their order has taken them */
export function shown(rows: readonly Row[], order: Order, count: Count, followed: readonly number[] = []): Row[] {
  const sorted = rows.toSorted(
    (a, b) => comparisons[order](a, b) || a.plan_date.localeCompare(b.plan_date) || a.id - b.id,
  )
  const most = count === 'all' ? sorted.length : Number(count)
  return sorted.filter(({ id }, index) => index < most || followed.includes(id))
}
