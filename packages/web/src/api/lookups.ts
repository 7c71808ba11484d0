import { lookups, releases, requests } from '@vypusk/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** Lists that many screens offer to choose from, fetched once. */

/** They change rarely, and changes are reported by live events. */
const STAY_MS = 5 * 60_000

export const companiesQuery = queryOptions({
  queryKey: ['lookups', 'companies'],
  meta: { live: ['company'] },
  queryFn: ({ signal }) => call(lookups.companies, { signal, onRefusal: 'throw' }),
  staleTime: STAY_MS,
})

/** Systems with their modules. */
export const systemsQuery = queryOptions({
  queryKey: ['lookups', 'systems'],
  meta: { live: ['system', 'module'] },
  queryFn: ({ signal }) => call(lookups.systemsModules, { signal, onRefusal: 'throw' }),
  staleTime: STAY_MS,
})

/** The provider's people. */
export const staffQuery = queryOptions({
  queryKey: ['lookups', 'staff'],
  meta: { live: ['user'] },
  queryFn: ({ signal }) => call(lookups.users, { signal, onRefusal: 'throw' }),
  staleTime: STAY_MS,
})

/** The steps of a release in order, planning first. */
export const stepsQuery = queryOptions({
  queryKey: ['lookups', 'release-steps'],
  meta: { live: ['release_step'] },
  queryFn: ({ signal }) => call(releases.steps, { signal, onRefusal: 'throw' }),
  select: ({ steps }) => [releases.planningStep, ...steps],
  staleTime: STAY_MS,
})

/** The statuses that a request may get, in order. */
export const requestStatusesQuery = queryOptions({
  queryKey: ['lookups', 'request-statuses'],
  meta: { live: ['request_status'] },
  queryFn: ({ signal }) => call(requests.statuses, { signal, onRefusal: 'throw' }),
  select: ({ statuses }) => statuses,
  staleTime: STAY_MS,
})

/**
 * The people who can receive letters about these companies; refused with the brief's sentence when a side has nobody.
 */
export const addresseesQuery = (companies: number[]) =>
  queryOptions({
    queryKey: ['lookups', 'addressees', companies],
    meta: { live: ['user'] },
    queryFn: ({ signal }) => call(lookups.getContacts, { body: { companies }, signal, onRefusal: 'throw' }),
    enabled: companies.length > 0,
    placeholderData: undefined,
  })

/** All people of a company, including those without an e-mail address. */
export const companyPeopleQuery = (company_id: number) =>
  queryOptions({
    queryKey: ['lookups', 'company-people', company_id],
    meta: { live: ['user'] },
    queryFn: ({ signal }) => call(lookups.companyContacts, { params: { n: company_id }, signal, onRefusal: 'throw' }),
    placeholderData: undefined,
  })

/** All people of several companies, including those without an e-mail address, by name. */
export const peopleQuery = (companies: number[]) =>
  queryOptions({
    queryKey: ['lookups', 'people', companies],
    meta: { live: ['user'] },
    queryFn: ({ signal }) => call(lookups.contactsOfCompanies, { body: { companies }, signal, onRefusal: 'throw' }),
    enabled: companies.length > 0,
    placeholderData: undefined,
  })
