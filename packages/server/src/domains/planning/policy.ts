import type { RefusalSpec } from '../../platform/refusal.ts'

export const reasons = {
  notAuthor: [403, 'Вариант меняет только его автор'],
  lostApprovals: (count: number) => `Укажите причину: согласование пропадёт у дат – ${count}`,
} as const satisfies Record<string, RefusalSpec | string | ((count: number) => string)>

/** A variant is its author's; others read it once it is shared. */
export const mayChangeVariant = (person: { id: number }, variant: { author_id: number }): RefusalSpec | true =>
  variant.author_id === person.id ? true : reasons.notAuthor
