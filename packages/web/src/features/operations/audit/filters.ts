import { audit, decodeName } from '@vypusk/contract'
import type { ReplyOf } from '@vypusk/contract'
import type { FilterDefinition } from '../../../components/kit/filter-bar/types.ts'
import { day, ids, text } from '../../../components/kit/list-state/codecs.ts'
import type { ValuesOf } from '../../../components/kit/list-state/codecs.ts'
import type { Sorting } from '../../../components/kit/list-state/useListState.ts'
import type { Filters } from './api.ts'

export const schema = {
  search_string: text(),
  user_ids: ids(),
  /** Positions in audit.auditEntities, starting at 1. */
  kinds: ids(),
  date_from: day(),
  date_to: day(),
}

/** The log has a single order: latest first. */
export const latestFirst: Sorting<'at'> = { keys: ['at'], order_by: 'at', isDesc: true }

const KINDS = audit.auditEntities.map(({ name }, index) => ({ id: index + 1, name }))

export const filtersOf = (
  people: ReplyOf<typeof audit.people>['people'] | undefined,
): FilterDefinition<typeof schema>[] => [
  {
    kind: 'many',
    name: 'user_ids',
    label: 'Кто',
    options: people?.map(({ id, name, company }) => ({
      id,
      name,
      group: company === null ? 'Сотрудники' : decodeName(company),
    })),
  },
  { kind: 'many', name: 'kinds', label: 'Что', options: KINDS },
  { kind: 'range', from: 'date_from', to: 'date_to', label: 'Когда' },
]

/** The filters of the call. */
export const queryOf = (values: ValuesOf<typeof schema>): Filters => ({
  ...(values.search_string ? { search_string: values.search_string } : {}),
  ...(values.date_from ? { date_from: values.date_from } : {}),
  ...(values.date_to ? { date_to: values.date_to } : {}),
  user_ids: values.user_ids,
  entities: values.kinds.flatMap((kind) => audit.auditEntities[kind - 1]?.entity ?? []),
})
