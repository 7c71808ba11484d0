import { companyCalendars } from '@vypusk/contract'
import type { Routes } from '../../platform/mount.ts'
import { closeDays, openDays } from './commands/closing.ts'
import { saveCalendar } from './commands/save.ts'
import { calendarDetail } from './queries/calendar.ts'

export const routes: Routes = (mount) => {
  mount(companyCalendars.get, (call) => calendarDetail(call.deps.db, call, call.params.id))
  mount(companyCalendars.save, saveCalendar)
  mount(companyCalendars.close, closeDays)
  mount(companyCalendars.open, openDays)
}
