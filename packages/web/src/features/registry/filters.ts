import { decodeName, registry } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import type { FilterDefinition, QuickSet } from '../../components/kit/filter-bar/types.ts'
import { day, flag, ids, text } from '../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../components/kit/list-state/useListState.ts'

/** The filters of the registry, named as in the call's body. */
export const schema = {
  search_string: text(),
  company_ids: ids(),
  step_ids: ids(),
  priorities: ids(0, 4),
  responsible_ids: ids(),
  boss_ids: ids(),
  date_from: day(),
  date_to: day(),
  is_changed: flag(),
  is_unread: flag(),
}
export type Schema = typeof schema

export const newestFirst: Sorting<registry.OrderKey> = { keys: registry.orderKeys, order_by: 'id', isDesc: true }

export const sets: QuickSet<Schema>[] = [
  { label: 'Все', values: {} },
  { label: 'Непрочитанные', values: { is_unread: true } },
  { label: 'Изменено с прошлого захода', values: { is_changed: true } },
]

type FilterChoices = ReplyOf<typeof registry.getFilters>

export const registryFilters = (offered: FilterChoices | undefined, isRivc: boolean): FilterDefinition<Schema>[] => [
  ...(isRivc
    ? [
        {
          kind: 'many',
          name: 'company_ids',
          label: 'Мои компании',
          options: offered?.companies.map(({ idcomp, namecomp }) => ({ id: idcomp, name: decodeName(namecomp) })),
        } as const,
      ]
    : []),
  { kind: 'many', name: 'priorities', label: 'Приоритет', options: offered?.priorities },
  { kind: 'many', name: 'responsible_ids', label: 'Ответственный', options: offered?.responsibles },
  { kind: 'many', name: 'boss_ids', label: 'Руководитель', options: offered?.bosses },
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'Создана' },
]
