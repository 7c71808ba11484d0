import { adminPeople } from '@vypusk/contract'
import type { Outcome, QueryInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

export type PeopleQuery = QueryInput<typeof adminPeople.list>

export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: ['user', 'list', query],
    queryFn: ({ signal }) => call(adminPeople.list, { query, signal }),
    meta: { live: ['company'] },
  })

export const personQuery = (id: number) =>
  queryOptions({
    queryKey: ['user', 'one', id],
    queryFn: ({ signal }) => call(adminPeople.get, { params: { id }, signal, onRefusal: 'throw' }),
    meta: { live: ['company'] },
    placeholderData: undefined,
  })

type Done = Promise<{ person: adminPeople.PersonDetail; mail?: Outcome }>

const ways = {
  block: (id: number) => call(adminPeople.block, { params: { id }, body: { is_blocked: true }, onRefusal: 'throw' }),
  unblock: (id: number) => call(adminPeople.block, { params: { id }, body: { is_blocked: false }, onRefusal: 'throw' }),
  password: (id: number) => call(adminPeople.sendPassword, { params: { id }, onRefusal: 'throw' }),
  reset: (id: number) => call(adminPeople.resetFactor, { params: { id }, onRefusal: 'throw' }),
} satisfies Record<string, (id: number) => Done>
export type Way = keyof typeof ways

/** The actions on a person other than saving the form. */
export const usePersonAction = (id: number) =>
  useChange({
    changes: ['user'],
    mutationFn: (way: Way): Done => ways[way](id),
    put: ({ person }) => [[personQuery(id).queryKey, person]],
  })
