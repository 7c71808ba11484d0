import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'
import type { Policy } from '../../platform/ability.ts'

export const reasons = {
  noCompany: [404, 'Такой компании нет'],
  noRight: [403, 'Календарь компании ведут её люди с правом «Календарь компании» и поставщик'],
  staffClosed: [403, 'Эти дни закрыл поставщик: открыть их может он'],
} as const satisfies Record<string, RefusalSpec>

interface Asker {
  isRivc: boolean
  can_edit_calendar: boolean
}

/** Staff keep every company's, a client with the right its own; another company's is not found at all (beyond.md, section 5). */
export const calendarPolicy: Policy<'edit', Asker, object> = {
  edit: ({ isRivc, can_edit_calendar }) => (isRivc || can_edit_calendar ? true : reasons.noRight),
}

interface Closed {
  of_provider: boolean
  by_client: boolean
}

/** Whoever keeps the calendar opens what the company has closed; what staff have closed, staff open. */
export const closedPolicy: Policy<'open', Asker, Closed> = {
  open: ({ isRivc, can_edit_calendar }, { of_provider, by_client }) => {
    if (isRivc) return true
    if (of_provider || !by_client) return reasons.staffClosed
    return can_edit_calendar ? true : reasons.noRight
  },
}

/** What people read when the database refuses. */
export const constraints: Record<string, RefusalSpec> = {
  company_calendars_company_fk: reasons.noCompany,
  freezes_company_fk: [422, 'Компания не найдена'],
  freezes_date_from_in_calendar: outOfCalendar('Начало запрета на установку'),
  freezes_date_to_in_calendar: outOfCalendar('Конец запрета на установку'),
}
