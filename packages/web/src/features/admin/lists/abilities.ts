import type { adminLists } from '@vypusk/contract'
import { countOf } from '../../../ui/plural.ts'

type Item = adminLists.Item
type Ability = true | string

/**
 * What the server would refuse in a list, known from the list itself, so that a control is not offered only to be
 * refused. The server's own policy decides; what depends on more than the list (who has received a release) only it knows.
 */

const BEGINS_OVER =
  'Первый статус получают новые заявки: работа на нём не может быть окончена. Поставьте первым другой статус'

const RELEASES = ['релиз', 'релиза', 'релизов'] as const
const ENTRIES = ['запись реестра', 'записи реестра', 'записей реестра'] as const

const PUBLISHED = 'На этот этап переходят релизы после публикации: сначала назначьте опубликованным другой'

const usedBy = (uses: number, words: readonly [string, string, string]): Ability =>
  uses === 0 || `На этапе ${countOf(uses, words)}: сначала переведите их на другой этап`

const isOver = (item: Item | undefined): boolean => item !== undefined && 'is_over' in item && item.is_over === true

/** The item that new things get. */
const first = <Any extends Item>(items: readonly Any[]): Any | undefined => items.find(({ is_hidden }) => !is_hidden)

/** Whether a list of statuses may become the other one: new requests must not begin where the work is over. */
export const mayBecome = (before: readonly Item[], after: readonly Item[]): Ability =>
  !isOver(first(after)) || isOver(first(before)) || BEGINS_OVER

const LAST: Partial<Record<adminLists.ListName, string>> = {
  registry_step: 'Хотя бы один этап реестра должен остаться',
  request_status: 'Хотя бы одно значение должно остаться',
  request_type: 'Хотя бы одно значение должно остаться',
}

const used: Partial<Record<adminLists.ListName, (item: Item) => Ability>> = {
  release_step: (item) => ('kind' in item && item.kind === 'published' ? PUBLISHED : usedBy(item.uses, RELEASES)),
  registry_step: (item) => usedBy(item.uses, ENTRIES),
}

/** Whether an item may be hidden, or a hidden one shown again. */
export function mayToggle(list: adminLists.ListName, items: readonly Item[], item: Item): Ability {
  const after = items.map((one) => (one.id === item.id ? { ...one, is_hidden: !item.is_hidden } : one))
  const begins = mayBecome(items, after)
  if (item.is_hidden) return begins
  const last = LAST[list]
  if (last !== undefined && first(after) === undefined) return last
  const ability = used[list]?.(item) ?? true
  return ability === true ? begins : ability
}

/** Whether the meaning of a step of releases may be changed. */
export function mayRevalue({ kind, is_hidden, uses }: adminLists.ReleaseStep): Ability {
  if (kind === 'published') return PUBLISHED
  return is_hidden ? 'Этап скрыт: сначала верните его' : usedBy(uses, RELEASES)
}

/** Whether the work on requests with a status may be said to be over, or not to be over any more. */
export const maySetOver = (statuses: readonly adminLists.RequestStatus[], status: adminLists.RequestStatus): Ability =>
  status.is_over || first(statuses)?.id !== status.id || BEGINS_OVER
