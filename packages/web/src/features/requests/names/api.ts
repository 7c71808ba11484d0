import { adminPeople, requests } from '@vypusk/contract'
import type { BodyInput } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useChange } from '../../../api/changes.ts'
import { call } from '../../../api/client.ts'

/** The names in a former system; in the first one when none is chosen. */
export const namesQuery = (source: string | null) =>
  queryOptions({
    queryKey: ['imported', 'names', source],
    queryFn: ({ signal }) =>
      call(requests.importedPeople, { query: source === null ? {} : { source }, signal, onRefusal: 'throw' }),
    meta: { live: ['user'] },
    // An import that has just ended brings new names.
    refetchOnMount: 'always',
  })

const MOST_FOUND = 20
/** States of people with an account: active, and those without a password yet. */
const HERE = '1,3'

/** Finds people by a part of their name, login or address. */
export const foundPeopleQuery = (search_string: string) =>
  queryOptions({
    queryKey: ['user', 'found', search_string],
    queryFn: ({ signal }) =>
      call(adminPeople.list, { query: { search_string, state_ids: HERE, per_page: MOST_FOUND }, signal }),
  })

/** Sets who a name is here; the reply is the updated list. */
export const useJoining = (source: string | null) =>
  useChange({
    changes: ['request'],
    mutationFn: (body: BodyInput<typeof requests.joinImported>) =>
      call(requests.joinImported, { body, onRefusal: 'throw' }),
    put: (reply) => [[namesQuery(source).queryKey, reply]],
  })
