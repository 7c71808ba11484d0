import { agreements, publications, releases, requests, type BodyInput, type QueryInput } from '@vypusk/contract'
import { listAgreements } from '../../packages/server/src/domains/agreements/queries/list.ts'
import { matrixOf } from '../../packages/server/src/domains/agreements/queries/matrix.ts'
import { findEverything, findRecent } from '../../packages/server/src/domains/finding/queries.ts'
import { listPublications } from '../../packages/server/src/domains/publications/queries/list.ts'
import { releasesPage, releasesSummary } from '../../packages/server/src/domains/releases/queries/list.ts'
import { backlogFilterOptions, filterOptions } from '../../packages/server/src/domains/requests/queries/filters.ts'
import { requestPage } from '../../packages/server/src/domains/requests/queries/list.ts'
import { pickRequests } from '../../packages/server/src/domains/requests/queries/picker.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { auditCases } from './audit.ts'
import { read, type Case, type Who } from './case.ts'
import { planningCases } from './planning.ts'

type Body = BodyInput<typeof requests.backlogSummary>
const backlog = (name: string, body: Body): Case => ({
  name,
  who: 'manager',
  run: (db, person) => requestPage(db, person, requests.requestQuery.parse(body), false),
})
const tickets = (name: string, body: Body): Case => ({
  name,
  who: 'client1',
  run: (db, person) => requestPage(db, person, requests.requestQuery.parse(body), true),
})

const onScreen = { isBounded: true, order_by: 'id', isDesc: true } as const

const requestCases: Case[] = [
  backlog('the backlog as it opens', onScreen),
  backlog('the same with exact counts, as api.md', { order_by: 'id', isDesc: true }),
  backlog('one company, two urgencies', { ...onScreen, client_ids: [3], urgs: [3, 4] }),
  backlog('in the backlog, by the provider’s priority', {
    ...onScreen,
    isInBacklogValues: [2],
    order_by: 'backlog_priority',
  }),
  backlog('without a release, by the company’s name', { ...onScreen, release_ids: [0], order_by: 'company' }),
  backlog('a month of creation', { ...onScreen, date_from: '2026-03-01', date_to: '2026-03-31' }),
  backlog('search: a common word', { ...onScreen, search_string: 'отчёт' }),
  backlog('search: a common word, exact counts', { order_by: 'id', isDesc: true, search_string: 'отчёт' }),
  backlog('search: a rare word', { ...onScreen, search_string: 'задолженност' }),
  backlog('search: a word that is nowhere', { ...onScreen, search_string: 'гиппопотам' }),
  backlog('search: two letters', { ...onScreen, search_string: 'ос' }),
  backlog('search: two letters that are nowhere', { ...onScreen, search_string: 'ъъ' }),
  backlog('search: the exact number', { ...onScreen, search_string: '123456' }),
  backlog('charts of everything', { charts: true, per_page: 1 }),
  backlog('charts of one company', { charts: true, per_page: 1, client_ids: [3] }),
  tickets('the client’s list as it opens', onScreen),
  tickets('the client searches a common word', { ...onScreen, search_string: 'отчёт' }),
  tickets('the client: urgent ones without a release', { ...onScreen, urgs: [3, 4], release_ids: [0] }),
  { name: 'options of the backlog’s filters', who: 'manager', run: backlogFilterOptions },
  { name: 'options of the client’s filters', who: 'client1', run: filterOptions },
  {
    name: 'picker: free requests by a word',
    who: 'manager',
    run: (db, person) => pickRequests(db, person, { search: 'печать', limit: 20, free: true }),
  },
]

const releaseCase = (name: string, who: Who, query: BodyInput<typeof releases.list>): Case => ({
  name,
  who,
  run: (db, person) => releasesPage({ db, clock: systemClock }, person, releases.releaseQuery.parse(query)),
})

const releaseCases: Case[] = [
  {
    name: 'the list as it opens, with totals',
    who: 'manager',
    run: (db, person) => releasesSummary({ db, clock: systemClock }, person, releases.releaseQuery.parse({})),
  },
  releaseCase('by hours needed', 'manager', { order_by: 'planned_requests_time', isDesc: true }),
  releaseCase('of one company, by requests', 'manager', { companies: [3], order_by: 'requests_count' }),
  releaseCase('search', 'manager', { search_string: 'склад' }),
  releaseCase('the client’s list', 'client1', {}),
]

const agreementCase = (name: string, who: Who, query: QueryInput<typeof agreements.list>): Case => ({
  name,
  who,
  run: (db, person) => listAgreements({ db, clock: systemClock }, person, read(agreements.list.query, query)),
})

const agreementCases: Case[] = [
  agreementCase('the list as it opens', 'manager', {}),
  agreementCase('not answered, by date', 'manager', { statuses: '1', order_by: 'releaseDate' }),
  agreementCase('of one company, by release', 'manager', { client_ids: '3', order_by: 'release' }),
  agreementCase('search', 'manager', { search_string: 'склад' }),
  agreementCase('the client’s list', 'client1', {}),
  {
    name: 'the matrix',
    who: 'manager',
    run: (db, person) => matrixOf({ db, clock: systemClock }, person, read(agreements.matrix.query, {})),
  },
]

const publicationCase = (name: string, who: Who, query: QueryInput<typeof publications.listPublications>): Case => ({
  name,
  who,
  run: (db, person) => listPublications(db, person, read(publications.listPublications.query, query)),
})

const publicationCases: Case[] = [
  publicationCase('the list as it opens', 'manager', {}),
  publicationCase('by the size of files', 'manager', { order_by: 'files_size', isDesc: 'true' }),
  publicationCase('search', 'manager', { search_string: 'склад' }),
  publicationCase('the client’s list', 'client1', {}),
]

const findingCase = (who: Who, search: string): Case => ({
  name: `«${search}»`,
  who,
  run: (db, person) => findEverything({ db, clock: systemClock }, person, search),
})

const findingCases: Case[] = [
  { name: 'recent things', who: 'manager', run: (db, person) => findRecent({ db, clock: systemClock }, person) },
  ...['123456', 'отчёт', 'задолженност', 'печать импорт', 'ъъ'].map((search) => findingCase('manager', search)),
  ...['отчёт', 'задолженност', 'ъъ'].map((search) => findingCase('client1', search)),
]

/** Every list of the product, by the file its plans are kept in. */
export const lists: Record<string, Case[]> = {
  requests: requestCases,
  releases: releaseCases,
  agreements: agreementCases,
  publications: publicationCases,
  finding: findingCases,
  planning: planningCases,
  audit: auditCases,
}
