import { companyCalendars, substitutes } from '@vypusk/contract'
import type { Deps } from '../../platform/call.ts'
import { EVERY_TEN_MINUTES } from '../../platform/jobs.ts'
import type { Routes } from '../../platform/mount.ts'
import { closeDays, openDays } from './commands/closing.ts'
import { saveCalendar } from './commands/save.ts'
import { endSubstitution, nameSubstitute, turnSubstitutes } from './commands/substituting.ts'
import { calendarDetail, seenCalendar } from './queries/calendar.ts'
import { substitutesOf } from './queries/substitutes.ts'

export const routes: Routes = (mount) => {
  mount(companyCalendars.get, (call) => calendarDetail(call.deps.db, call, call.params.id))
  mount(companyCalendars.save, saveCalendar)
  mount(companyCalendars.close, closeDays)
  mount(companyCalendars.open, openDays)
  mount(substitutes.list, async ({ deps, person, params }) => {
    await seenCalendar(deps.db, person, params.id)
    return substitutesOf(deps.db, person, params.id)
  })
  mount(substitutes.name, nameSubstitute)
  mount(substitutes.end, endSubstitution)
}

/** Starts the job that starts and ends substitutions; days begin and end by each company's own clock. */
export const connect = (deps: Deps): Promise<void> =>
  deps.jobs.every(EVERY_TEN_MINUTES, 'turn_substitutes', () => turnSubstitutes(deps))
