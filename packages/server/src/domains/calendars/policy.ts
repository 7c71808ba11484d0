import type { RefusalSpec } from '../../platform/refusal.ts'
import type { Policy } from '../../platform/ability.ts'

export const reasons = {
  noCompany: [404, 'Такой компании нет'],
  noRight: [403, 'Календарь компании ведут её люди с правом «Календарь компании» и поставщик'],
} as const satisfies Record<string, RefusalSpec>

interface Asker {
  isRivc: boolean
  can_edit_calendar: boolean
}

/** Staff keep every company's, a client with the right its own; another company's is not found at all (beyond.md, section 5). */
export const calendarPolicy: Policy<'edit', Asker, object> = {
  edit: ({ isRivc, can_edit_calendar }) => (isRivc || can_edit_calendar ? true : reasons.noRight),
}

/** What people read when the database refuses. */
export const constraints: Record<string, RefusalSpec> = {
  company_calendars_company_fk: reasons.noCompany,
}
