import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Search } from '../../components/kit/list-state/search.ts'
import type { Views } from '../../components/kit/list-state/useView.tsx'
import { paths } from '../../paths.ts'

type View = 'list' | 'matrix' | 'calendar'

/** The list, or releases × companies, of the same filters. */
export const LIST_VIEWS: Views<'list' | 'matrix'> = [
  { value: 'list', label: 'Список' },
  { value: 'matrix', label: 'Матрица' },
]

/** What every view filters by goes along; the rest belongs to the view that is left. */
const kept = ({ search_string, statuses, release_ids, client_ids }: Search): Search => ({
  search_string,
  statuses,
  release_ids,
  client_ids,
})

/** From one view of agreements to another, with the filters; the calendar has a page of its own. */
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
