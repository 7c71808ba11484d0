import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'
import type { Policy } from '../../platform/ability.ts'

export const reasons = {
  noCompany: [404, 'Такой компании нет'],
  noRight: [403, 'Календарь компании ведут её люди с правом «Календарь компании» и поставщик'],
  notOwn: [403, 'Замещение называет сам человек, поставщик или тот, у кого есть право «Календарь компании»'],
  substitutedAlready: [409, 'На эти дни замещение уже названо: снимите его или выберите другие дни'],
  staffClosed: [403, 'Эти дни закрыл поставщик: открыть их может он'],
} as const satisfies Record<string, RefusalSpec>

interface Asker {
  isRivc: boolean
  can_edit_calendar: boolean
}

/**
 * Staff may edit every company's calendar, a client with the right its own company's; another company's is not found at
 * all (beyond.md, section 5).
 */
export const calendarPolicy: Policy<'edit', Asker, object> = {
  edit: ({ isRivc, can_edit_calendar }) => (isRivc || can_edit_calendar ? true : reasons.noRight),
}

interface Away {
  /** The person who is away. */
  user_id: number
}

const namesSubstitute = ({ id, isRivc, can_edit_calendar }: Asker & { id: number }, { user_id }: Away) =>
  isRivc || can_edit_calendar || id === user_id ? true : reasons.notOwn

/**
 * Substitutes are named by the person who is away, by people of the company with the right to edit its calendar, and by
 * staff for every company.
 */
export const substitutePolicy: Policy<'name' | 'end', Asker & { id: number }, Away> = {
  name: namesSubstitute,
  end: namesSubstitute,
}

interface Closed {
  of_provider: boolean
  by_client: boolean
}

/**
 * Days closed by the company are opened by people with the right to edit its calendar; days closed by staff only by
 * staff.
 */
export const closedPolicy: Policy<'open', Asker, Closed> = {
  open: ({ isRivc, can_edit_calendar }, { of_provider, by_client }) => {
    if (isRivc) return true
    if (of_provider || !by_client) return reasons.staffClosed
    return can_edit_calendar ? true : reasons.noRight
  },
}

/** The messages for violated database constraints. */
export const constraints: Record<string, RefusalSpec> = {
  company_calendars_company_fk: reasons.noCompany,
  substitutes_date_from_in_calendar: outOfCalendar('Начало замещения'),
  substitutes_date_to_in_calendar: outOfCalendar('Конец замещения'),
  freezes_company_fk: [422, 'Компания не найдена'],
  freezes_date_from_in_calendar: outOfCalendar('Начало запрета на установку'),
  freezes_date_to_in_calendar: outOfCalendar('Конец запрета на установку'),
}
