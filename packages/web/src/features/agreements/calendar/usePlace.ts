import { useNavigate, useRouterState } from '@tanstack/react-router'
import { choice, day } from '../../../components/kit/list-state/codecs.ts'
import type { Search } from '../../../components/kit/list-state/search.ts'
import { today } from '../../../ui/dates.ts'
import { VIEWS } from './period.ts'
import type { CalendarView } from './period.ts'
import { useToday } from '../../../ui/useToday.ts'

const view = choice(...VIEWS)
const anchor = day()

/** The view and its days, stored in the address; today is left out. */
export function usePlace() {
  const search: Search = useRouterState({ select: (state) => state.location.search })
  const navigate = useNavigate()
  const now = useToday()
  const go = (change: { view?: CalendarView; day?: string }) => {
    const written = {
      ...(change.view && { view: view.write(change.view) }),
      ...(change.day && { day: change.day === today() ? undefined : change.day }),
      open: undefined,
    }
    void navigate({ to: '.', search: (before: Search) => ({ ...before, ...written }), resetScroll: false })
  }
  return { view: view.read(search['view']), day: anchor.read(search['day']) ?? now, go }
}
