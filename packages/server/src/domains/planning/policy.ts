import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  notAuthor: [403, 'Вариант меняет только его автор'],
  lostApprovals: (count: number) => `Укажите причину: согласование пропадёт у дат – ${count}`,
} as const satisfies Record<string, RefusalSpec | string | ((count: number) => string)>

interface Variant {
  author_id: number
  is_shared: boolean
  /** Whether the author can still act. */
  has_author: boolean
}

/** Whether the person may change a variant: only its author may; others can read it once it is shared. */
export const mayChangeVariant = (
  person: { id: number },
  { author_id }: Pick<Variant, 'author_id'>,
): RefusalSpec | true => (author_id === person.id ? true : reasons.notAuthor)

/** Whether the person may delete it. One whose author has left would otherwise stay in everybody's list for ever. */
export const mayRemoveVariant = (person: { id: number }, variant: Variant): RefusalSpec | true =>
  variant.is_shared && !variant.has_author ? true : mayChangeVariant(person, variant)

/** The texts shown when the database rejects a change. */
export const constraints: Record<string, RefusalSpec> = {
  planning_changes_release_fk: [422, 'Релиз не найден'],
  planning_changes_pk: [422, 'Релиз в варианте дважды'],
  planning_changes_start_date_in_calendar: outOfCalendar('Дата начала релиза в варианте'),
  planning_changes_plan_date_in_calendar: outOfCalendar('Плановая дата релиза в варианте'),
}
