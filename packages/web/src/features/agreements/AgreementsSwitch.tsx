import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Search } from '../../components/kit/list-state/search.ts'
import type { Views } from '../../components/kit/list-state/useView.tsx'
import { paths } from '../../paths.ts'

type View = 'list' | 'matrix' | 'calendar'

/** The list, or the matrix of releases × companies, with the same filters. */
export const LIST_VIEWS: Views<'list' | 'matrix'> = [
  { value: 'list', label: 'Список' },
  { value: 'matrix', label: 'Матрица' },
]

/** The filters that every view has are kept; the others belong to the view that is left. */
const kept = ({ search_string, statuses, release_ids, client_ids }: Search): Search => ({
  search_string,
  statuses,
  release_ids,
  client_ids,
})

/** Switches between the views of agreements and keeps the filters; the calendar is a separate page. */
export function AgreementsSwitch({ view }: { view: View }) {
  const navigate = useNavigate()
  const show = (next: View) => {
    const viewInAddress = next === 'matrix' ? next : undefined
    const isOtherPage = next === 'calendar' || view === 'calendar'
    const search = (before: Search): Search => ({
      ...(isOtherPage ? kept(before) : before),
      view: viewInAddress,
      page: undefined,
      open: undefined,
    })
    void navigate({ to: next === 'calendar' ? paths.agreementCalendar : paths.agreements, search, resetScroll: false })
  }
  return (
    <SegmentedControl<View>
      size="xs"
      aria-label="Вид"
      data={[...LIST_VIEWS, { value: 'calendar', label: 'Календарь' }]}
      value={view}
      onChange={show}
    />
  )
}
