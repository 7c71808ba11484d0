import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from '../../components/kit/list-state/search.ts'
import { COUNTS, ORDERS } from './order.ts'
import { ZOOMS } from './scale.ts'

const ORDER_VALUES = ORDERS.map(({ value }) => value)
const ZOOM_VALUES = ZOOMS.map(({ value }) => value)

const oneOf = <Value extends string>(values: readonly Value[], raw: string | undefined, usual: Value): Value =>
  values.find((value) => value === raw) ?? usual

/** The options of the time line, stored in the address. */
export function useOptions() {
  const search = useRouterState({ select: ({ location }): Search => location.search })
  const navigate = useNavigate()
  const set = (patch: Search) =>
    void navigate({ to: '.', search: (before: Search) => ({ ...before, ...patch }), resetScroll: false })
  return {
    count: oneOf(COUNTS, search['count'], '5'),
    order: oneOf(ORDER_VALUES, search['order'], 'plan_date'),
    zoom: oneOf(ZOOM_VALUES, search['zoom'], 'month'),
    withBacklog: search['backlog'] === '1',
    set,
  }
}

export type Options = ReturnType<typeof useOptions>
