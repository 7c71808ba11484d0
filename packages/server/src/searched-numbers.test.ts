import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  agreements,
  audit,
  calendar,
  deleted,
  finding,
  planning,
  publications,
  registry,
  releases,
  requests,
  threads,
} from '@vypusk/contract'
import { makeAgreement, makeEntry, makePeople, makeRelease, makeRequest } from './testing/making/make.ts'
import { makePublication } from './testing/making/make-publication.ts'
import { testApp, type Api, type TestApp } from './testing/app.ts'

/** A number is searched for in the same ways wherever there is a search. */

let product: TestApp
let admin: Api
let made: Awaited<ReturnType<typeof fill>>

async function fill() {
  const { db } = product.deps
  const { manager: author_id, company1: idcomp, module: idmod } = await makePeople(db)
  const release = await makeRelease(db, { author_id, title: 'Весна' }, { companies: [idcomp] })
  // Far above all other numbers, so that nothing else has the digits in its words.
  const agreement = await makeAgreement(db, {
    id: 700_123,
    author_id,
    release_id: release,
    company_id: idcomp,
    releaseDate: '2026-03-20',
  })
  const request = await makeRequest(db, { id: 700_456, author_id, idmod, idcomp, e_title: 'Печать', inBacklog: true })
  const gone = await makeRequest(db, {
    id: 700_789,
    author_id,
    idmod,
    idcomp,
    e_title: 'Удалена',
    deleted_at: '2026-03-05T10:00:00.000Z',
  })
  const entry = await makeEntry(db, { author_id, idcomp, title: 'Работы', request_id: request })
  const publication = await makePublication(db, { author_id }, [{ release_id: release, customers: [idcomp] }])
  admin = await product.as('admin')
  const target = { entity: 'agreement', id: agreement } as const
  const { body } = await admin(threads.raise, { params: target, body: { html: '<p>Стенд занят</p>', blocks: true } })
  return { release, agreement, request, gone, entry, publication, thread: body.thread.id }
}

beforeAll(async () => {
  product = await testApp()
  made = await fill()
})
afterAll(() => product.close())

const idsOf = (data: { id: number }[]) => data.map(({ id }) => id)

interface Search {
  /** The thing whose number is searched for. */
  number: keyof typeof made
  /** The thing that is found by it. */
  found: keyof typeof made
  ids: (search_string: string) => Promise<(number | null)[]>
}

const own = (thing: keyof typeof made, ids: Search['ids']): Search => ({ number: thing, found: thing, ids })

const searches: Record<string, Search> = {
  'the backlog': own('request', async (search_string) =>
    idsOf((await admin(requests.backlogSummary, { body: { search_string } })).body.data),
  ),
  'the requests of clients': own('request', async (search_string) =>
    idsOf((await admin(requests.tickets, { body: { search_string } })).body.data),
  ),
  'the requests to choose from': own('request', async (search) =>
    idsOf((await admin(requests.requestsList, { query: { search } })).body.requestsList),
  ),
  'the backlog of planning': own('request', async (search_string) =>
    idsOf((await admin(planning.backlog, { query: { search_string } })).body.requests),
  ),
  'the registry': {
    number: 'request',
    found: 'entry',
    ids: async (search_string) => idsOf((await admin(registry.getEntries, { body: { search_string } })).body.data),
  },
  releases: own('release', async (search_string) =>
    idsOf((await admin(releases.list, { body: { search_string } })).body.data),
  ),
  agreements: own('agreement', async (search_string) =>
    idsOf((await admin(agreements.list, { query: { search_string } })).body.data),
  ),
  'the calendar of agreements': own('agreement', async (search_string) => {
    const month = { date_from: '2026-03-01', date_to: '2026-03-31' }
    return idsOf((await admin(calendar.show, { query: { ...month, search_string } })).body.items)
  }),
  publications: own('publication', async (search_string) =>
    idsOf((await admin(publications.listPublications, { query: { search_string } })).body.data),
  ),
  remarks: own('thread', async (search_string) =>
    idsOf((await admin(threads.list, { body: { search_string } })).body.data),
  ),
  'what was deleted': own('gone', async (search_string) =>
    (await admin(deleted.list, { query: { search_string } })).body.data.map(({ entity_id }) => entity_id),
  ),
  'the audit': own('agreement', async (search_string) =>
    (await admin(audit.list, { body: { search_string } })).body.data.map(({ entity_id }) => entity_id),
  ),
  everything: own('request', async (search) =>
    (await admin(finding.search, { query: { search } })).body.groups.flatMap(({ found }) => idsOf(found)),
  ),
}

const written = ['%', '№ %', '№%', '#%', ' № % ']
const cases = Object.keys(searches).flatMap((place) => written.map((form) => [place, form] as const))

test.each(cases)('in %s a number is found as «%s»', async (place, form) => {
  const { number, found, ids } = searches[place]!
  expect(await ids(form.replace('%', String(made[number])))).toContain(made[found])
})
