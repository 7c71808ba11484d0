import { SegmentedControl } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { Search } from '../../components/list-state/search.ts'

export type View = 'list' | 'matrix'

const VIEWS = [
  { value: 'list', label: 'Список' },
  { value: 'matrix', label: 'Матрица' },
]

/** The list, or releases × companies, of the same filters; kept in the address. */
export function useView(): View {
  return useRouterState({ select: (state) => (state.location.search['view'] === 'matrix' ? 'matrix' : 'list') })
}

export const ViewSwitch = ({ view }: { view: View }) => {
  const navigate = useNavigate()
  const show = (next: string) => {
    const search = (before: Search) => ({ ...before, view: next === 'matrix' ? next : undefined, page: undefined })
    void navigate({ to: '.', search, resetScroll: false })
  }
  return <SegmentedControl size="xs" aria-label="Вид" data={VIEWS} value={view} onChange={show} />
}
