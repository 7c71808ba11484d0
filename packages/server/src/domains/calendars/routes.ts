import { companyCalendars } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { saveCalendar } from './commands/save.ts'
import { calendarDetail } from './queries/calendar.ts'

export const routes: Routes = (mount) => {
  mount(companyCalendars.get, ({ deps, person, params }) => calendarDetail(deps.db, person, params.id))
  mount(companyCalendars.save, saveCalendar)
}
