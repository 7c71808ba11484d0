import {
  agreements,
  calendar,
  drafts,
  publications,
  receipts,
  registry,
  releases,
  requests,
  talks,
  threads,
  versions,
} from '@vypusk/contract'
import type { AnyEndpoint } from '@vypusk/contract'
import type { QueryKey } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { agreementQuery } from './api/agreements.ts'
import type { Entity } from './api/entity.ts'
import type { QueryMeta } from './api/query-meta.ts'
import { releaseQuery } from './api/releases.ts'
import { checkDayQuery, nearestQuery } from './components/shared/dates/queries.ts'
import { datesOfAgreement } from './components/shared/dates/OwnDate.tsx'
import { remarksQuery } from './features/remarks/api.ts'
import { talkPeopleQuery, talkQuery, threadsQuery } from './components/shared/threads/api.ts'
import { agreementsQuery, matrixQuery, remindersQuery } from './features/agreements/api.ts'
import { calendarQuery } from './features/agreements/calendar/api.ts'
import {
  companyReceiptsQuery,
  filtersQuery,
  previewQuery,
  publicationQuery,
  publicationsQuery,
  toPublishQuery,
  versionsQuery,
} from './features/publications/api.ts'
import { changelogQuery, commentsQuery, entriesQuery, entryQuery, mentionableQuery } from './features/registry/api.ts'
import {
  backlogFiltersQuery,
  chartsQuery,
  exactCountsQuery,
  requestQuery,
  ticketFiltersQuery,
} from './features/requests/api.ts'
import { inProgressQuery } from './features/planning/api.ts'
import {
  calculationQuery,
  descriptionQuery,
  historyQuery,
  releasesQuery,
  releaseVersionsQuery,
} from './features/releases/api.ts'

/** A query has to listen to everything that its answer names, or a new name would not reach an open screen. */

/** The fields that name something of each kind. */
const NAMING: Record<string, Entity> = {
  namecomp: 'company',
  namemod: 'module',
  namesys: 'system',
  system: 'system',
  author: 'user',
  authors: 'user',
  users: 'user',
  people: 'user',
  responsible: 'user',
  responsibles: 'user',
  bosses: 'user',
  recipients: 'user',
  name_step: 'release_step',
  release: 'release',
  releases: 'release',
  request: 'request',
  user: 'user',
  owner: 'user',
  owners: 'user',
  module: 'module',
}

/** The fields of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(fieldsOf)]
}

const namedBy = ({ reply }: AnyEndpoint): Entity[] => {
  const fields = new Set(fieldsOf(z.toJSONSchema(reply!, { unrepresentable: 'any' })))
  return [...new Set(Object.entries(NAMING).flatMap(([field, entity]) => (fields.has(field) ? [entity] : [])))]
}

const days = { date_from: '2026-03-01', date_to: '2026-03-31' }
const draft = { list: [], recipients: { rivc: [], clients: [] }, text: '' }

const QUERIES: [AnyEndpoint, { queryKey: QueryKey; meta?: QueryMeta }][] = [
  [requests.backlogSummary, chartsQuery({})],
  [requests.backlogSummary, exactCountsQuery(requests.backlogSummary, {})],
  [requests.getRequest, requestQuery(1)],
  [registry.getEntries, entriesQuery({})],
  [registry.getEntry, entryQuery(1)],
  [publications.listPublications, publicationsQuery({})],
  [publications.getFilters, filtersQuery],
  [publications.getPublication, publicationQuery(1)],
  [publications.getReleasesToPublish, toPublishQuery([1])],
  [drafts.preview, previewQuery(draft)],
  [versions.list, versionsQuery({})],
  [receipts.list, companyReceiptsQuery(1)],
  [requests.backlogFilters, backlogFiltersQuery],
  [requests.ticketFilters, ticketFiltersQuery],
  [releases.summary, releasesQuery({})],
  [releases.get, releaseQuery(1)],
  [versions.ofRelease, releaseVersionsQuery(1)],
  [agreements.list, agreementsQuery({})],
  [agreements.matrix, matrixQuery({})],
  [agreements.get, agreementQuery(1)],
  [calendar.show, calendarQuery(days)],
  [threads.of, threadsQuery(1)],
  [threads.of, talkQuery(1)],
  [talks.people, talkPeopleQuery(1)],
  [threads.list, remarksQuery({})],
  [registry.changelog, changelogQuery(1)],
  [registry.rivcComments, commentsQuery(1)],
  [registry.mentionable, mentionableQuery(1)],
  [releases.getDescription, descriptionQuery(1)],
  [releases.getHistory, historyQuery(1)],
]

it.each(QUERIES)('$path listens to what it names: %#', (endpoint, { queryKey: [about], meta }) => {
  const heard = new Set([about, ...(meta?.live ?? [])])
  expect(namedBy(endpoint).filter((entity) => !heard.has(entity))).toEqual([])
})

/** Queries without parameters, which lists of filters and of things to choose from are: each is found by itself. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['./api/*.ts', './{features,components}/**/{api,*-api,queries,creation}.ts', '!./**/*.test.ts'],
  { eager: true },
)
interface Constant {
  queryKey: QueryKey
  meta?: QueryMeta
  queryFn: (context: { signal: AbortSignal }) => unknown
}
/** What is `static` is never fetched again, whatever changes: the person's own draft. */
const isConstant = (value: unknown): value is Constant =>
  typeof value === 'object' &&
  value !== null &&
  'queryKey' in value &&
  'queryFn' in value &&
  !('staleTime' in value && value.staleTime === 'static')
const CONSTANTS = Object.entries(modules).flatMap(([path, values]) =>
  Object.entries(values).flatMap(([name, value]) => (isConstant(value) ? [[`${path} ${name}`, value] as const] : [])),
)

const asked = vi.hoisted(() => ({ endpoints: [] as unknown[] }))
vi.mock('./api/client.ts', async (original) => ({
  ...(await original<object>()),
  call: (endpoint: unknown) => {
    asked.endpoints.push(endpoint)
    return new Promise(() => {})
  },
}))

it('finds the lists of filters and lookups', () => expect(CONSTANTS.length).toBeGreaterThan(20))

it.each(CONSTANTS)('%s listens to what it names', (_, { queryKey: [about], meta, queryFn }) => {
  asked.endpoints = []
  void queryFn({ signal: new AbortController().signal })
  const heard = new Set([about, ...(meta?.live ?? [])])
  const named = (asked.endpoints as AnyEndpoint[]).filter(({ reply }) => reply).flatMap(namedBy)
  expect(asked.endpoints).not.toEqual([])
  expect(named.filter((entity) => !heard.has(entity))).toEqual([])
})

it.each<[string, { meta?: QueryMeta }]>([
  ['agreements', agreementsQuery({})],
  ['the matrix', matrixQuery({})],
  ['an agreement', agreementQuery(1)],
  ['its reminders', remindersQuery(1)],
  ['a release', releaseQuery(1)],
  ['the calculation of a release', calculationQuery(1, {})],
  ['the calendar', calendarQuery(days)],
  ['planning', inProgressQuery],
  ['the check of a day', checkDayQuery(1, [1], '2026-03-02', null)],
  ['the nearest dates of a release', nearestQuery(1, [1])],
  ['those of an agreement', datesOfAgreement(1)(null, null)],
])('%s, counted in working days, listens to the production calendar', (_, { meta }) => {
  expect(meta?.live).toContain('calendar')
})
