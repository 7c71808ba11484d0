import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  notAuthor: [403, 'Вариант меняет только его автор'],
  lostApprovals: (count: number) => `Укажите причину: согласование пропадёт у дат – ${count}`,
} as const satisfies Record<string, RefusalSpec | string | ((count: number) => string)>

/** Whether the person may change a variant: only its author may; others can read it once it is shared. */
export const mayChangeVariant = (person: { id: number }, variant: { author_id: number }): RefusalSpec | true =>
  variant.author_id === person.id ? true : reasons.notAuthor

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  planning_changes_release_fk: [422, 'Релиз не найден'],
  planning_changes_pk: [422, 'Релиз в варианте дважды'],
  planning_changes_start_date_in_calendar: outOfCalendar('Дата начала релиза в варианте'),
  planning_changes_plan_date_in_calendar: outOfCalendar('Плановая дата релиза в варианте'),
}
