import { SegmentedControl } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from '../../components/list-state/search.ts'

export type View = 'table' | 'charts'

const VIEWS = [
  { value: 'table', label: 'Таблица' },
  { value: 'charts', label: 'Графики' },
]

/** Table or charts of the same filtered set, kept in the address. */
export function useView(): View {
  return useRouterState({
    select: (state) => (state.location.search['view'] === 'charts' ? 'charts' : 'table'),
  })
}

export const ViewSwitch = ({ view }: { view: View }) => {
  const navigate = useNavigate()
  const show = (next: string) => {
    const search = (before: Search) => ({ ...before, view: next === 'charts' ? next : undefined, open: undefined })
    void navigate({ to: '.', search, resetScroll: false })
  }
  return <SegmentedControl size="xs" aria-label="Вид" data={VIEWS} value={view} onChange={show} />
}
