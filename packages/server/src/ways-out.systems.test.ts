import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  agreements,
  calendar,
  dossiers,
  files,
  finding,
  notices,
  publications,
  registry,
  releases,
  requests,
  type finding as found,
} from '@vypusk/contract'
import { announceOf } from './domains/integrations/commands/webhook-events.ts'
import { PRODUCT } from './platform/person.ts'
import { inTransaction } from './platform/transaction.ts'
import { accessStates, type Kind, type Login, type Stated } from './testing/making/access-states.ts'
import { testApp, type Api } from './testing/app.ts'

/**
 * In whatever way a thing can be read – its own page, a list, a workbook, a document, the search, notices, a calendar,
 * a channel – it reaches exactly those who may see it: role × thing × state × way.
 */

const product = await testApp()
const { db } = product.deps
const { all, people } = await accessStates(db)
afterAll(() => product.close())

const logins: Login[] = ['manager', 'outsider', 'client1', 'client2']
const apis = new Map(await Promise.all(logins.map(async (login) => [login, await product.as(login)] as const)))

/** Whether the caller gets to see the thing. */
type Way = (api: Api, thing: Stated, login: Login) => Promise<boolean>

const page: (ask: (api: Api, id: number) => Promise<{ status: number }>) => Way =
  (ask) =>
  async (api, { id }) => {
    const { status } = await ask(api, id)
    expect([200, 403, 404]).toContain(status)
    return status === 200
  }
const listed: (ask: (api: Api, word: string) => Promise<{ body: { data: { id: number }[] } }>) => Way =
  (ask) =>
  async (api, { id, word }) => {
    const { body } = await ask(api, word)
    return body.data?.some((row) => row.id === id) ?? false
  }
const workbook: (ask: (api: Api, word: string) => Promise<{ status: number; raw: Buffer }>) => Way =
  (ask) =>
  async (api, { word }) => {
    const { status, raw } = await ask(api, word)
    return status === 200 && JSON.stringify(await readSheet(raw)).includes(word)
  }
const search = (kind: found.Kind): Way => {
  return async (api, { id, word }) => {
    const { groups } = (await api(finding.search, { query: { search: word } })).body
    return groups.some((group) => group.kind === kind && group.found.some((each) => each.id === id))
  }
}

let events = 0
/** Gives everybody a notice about the thing: it must be shown only to those who may see the thing now. */
async function plantNotice({ kind, id }: Stated) {
  const { id: event_id } = await db
    .insertInto('events')
    .values({
      kind: 'changed',
      entity: kind,
      entity_id: id,
      version: 0,
      companies: null,
      data: '{}',
      at: product.deps.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  events += 1
  const rows = await db.selectFrom('users').select('id').execute()
  const notice = {
    event_id,
    kind: 'changed',
    reason: 'watching',
    entity: kind,
    entity_id: id,
    doer: 'Имя',
    screen: true,
  }
  const at = product.deps.clock.now().toISOString()
  await db
    .insertInto('notices')
    .values(rows.map((row) => ({ ...notice, user_id: row.id, at, text: `Изменено ${events}` })))
    .execute()
}
const bell: Way = async (api, { word, kind, id }) => {
  const { body } = await api(notices.list, { query: { per_page: 100 } })
  // Notices name a publication by its number.
  return body.notices.some(({ title }) =>
    kind === 'publication' ? title === `Публикация № ${id}` : title.includes(word),
  )
}

const everyDay = { date_from: '2026-01-01', date_to: '2026-12-31' }
const calendars = new Map<Login, string>()
async function calendarOf(api: Api, login: Login): Promise<string> {
  const known = calendars.get(login)
  if (known) return known
  const { url } = (await api(calendar.subscribe)).body
  const secret = /calendar\/([\w-]+)\//.exec(url)![1]!
  const text = (await product.anonymous(calendar.feed, { params: { secret } })).raw
    .toString('utf8')
    .replaceAll('\r\n ', '')
  calendars.set(login, text)
  return text
}

const ways: Record<Kind, Record<string, Way>> = {
  request: {
    'its page': page((api, id) => api(requests.getRequest, { params: { id } })),
    'the list': listed((api, word) => api(requests.tickets, { body: { search_string: word, ...everyDay } })),
    'the workbook': workbook((api, word) =>
      api(requests.tickets, { body: { search_string: word, ...everyDay, isExcel: true } }),
    ),
    'the search': search('request'),
    'the bell': bell,
  },
  release: {
    'its page': page((api, id) => api(releases.get, { params: { id } })),
    'its description': page((api, id) => api(releases.getDescription, { params: { id } })),
    'its document': page((api, id) => api(releases.descriptionDoc, { params: { id } })),
    'its dossier': page((api, id) => api(dossiers.get, { params: { id }, query: {} })),
    'its rules': page((api, id) => api(releases.getTerms, { params: { id } })),
    'its files': page((api, id) => api(releases.getFiles, { params: { id } })),
    'its history': page((api, id) => api(releases.getHistory, { params: { id } })),
    'its requests': page((api, id) => api(releases.requestsWithIssues, { params: { id } })),
    'the list': listed((api, word) => api(releases.list, { body: { search_string: word } })),
    'the list with totals': listed((api, word) => api(releases.summary, { body: { search_string: word } })),
    'the workbook': workbook((api, word) => api(releases.summary, { body: { search_string: word, isExcel: true } })),
    'the search': search('release'),
    'the bell': bell,
  },
  agreement: {
    'its page': page((api, id) => api(agreements.get, { params: { id } })),
    'the list': listed((api, word) => api(agreements.list, { query: { search_string: word } })),
    'the workbook': workbook((api, word) => api(agreements.list, { query: { search_string: word, isExcel: true } })),
    'the bell': bell,
    'a calendar': async (api, { word }, login) => (await calendarOf(api, login)).includes(word),
  },
  publication: {
    'its page': page((api, id) => api(publications.getPublication, { params: { id } })),
    'its document': page((api, id) => api(publications.getPublicationDoc, { params: { id } })),
    'the list': listed((api, word) => api(publications.listPublications, { query: { search_string: word } })),
    'the workbook': workbook((api, word) =>
      api(publications.listPublications, { query: { search_string: word, isExcel: true } }),
    ),
    'the filters': async (api, { word }) => {
      const { body } = await api(publications.getFilters)
      return body.releases.some(({ name }) => name.includes(word))
    },
    'the search': search('publication'),
    'the bell': bell,
  },
  file: {
    'a link to its bytes': page((api, id) => api(files.linkFile, { params: { id } })),
  },
  registry_entry: {
    'its page': page((api, id) => api(registry.getEntry, { params: { id } })),
    'its history': page((api, id) => api(registry.changelog, { params: { id } })),
    'the list': listed((api, word) => api(registry.getEntries, { body: { search_string: word } })),
    'the workbook': workbook((api, word) => api(registry.getEntries, { body: { search_string: word, isExcel: true } })),
    'the search': search('registry_entry'),
    'the bell': bell,
  },
}

const notFiles = all.filter(({ kind }) => kind !== 'file')
for (const thing of notFiles) await plantNotice(thing)

describe.each(Object.entries(ways) as [Kind, Record<string, Way>][])('%s', (kind, ofKind) => {
  const things = all.filter((each) => each.kind === kind)
  describe.each(Object.entries(ofKind))('%s', (_name, way) => {
    test.each(things)('$state', async (thing) => {
      const came = await Promise.all(logins.map((login) => way(apis.get(login)!, thing, login)))
      expect(logins.filter((_, index) => came[index])).toEqual(logins.filter((login) => thing.knows.includes(login)))
    })
  })
})

/** For each kind an event that messenger channels are notified of. */
const HAPPENED = {
  request: 'thread.said',
  release: 'thread.said',
  agreement: 'agreement.created',
  publication: 'publication.published',
  registry_entry: 'registry.commented',
} as const

/** The companies whose channels are notified of an event about a thing, when everybody who may see it is notified. */
async function companiesOfChannels({ kind, id, word }: Stated): Promise<number[]> {
  if (kind === 'file') return []
  const at = product.deps.clock.now().toISOString()
  const event = { id: 1, at, entity: kind, entity_id: id, companies: null, data: {} as never }
  const actor = { deps: product.deps, person: PRODUCT }
  const happened = HAPPENED[kind]
  await db.deleteFrom('webhook_deliveries').execute()
  await inTransaction(actor, (tx) => announceOf(happened)(tx, { ...event, kind: happened }, actor))
  const rows = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['w.company_id', 'd.body'])
    .execute()
  const own = kind === 'publication' ? `№ ${id}>` : word
  expect(rows.filter(({ body }) => !body.includes(own))).toEqual([])
  return rows.flatMap(({ company_id }) => company_id ?? [])
}

describe('a channel of a company', () => {
  const companies = [
    ['client1', people.company1],
    ['client2', people.company2],
  ] as const
  beforeAll(() =>
    db
      .insertInto('webhooks')
      .values(
        companies.map(([, company_id]) => ({
          url: 'http://127.0.0.1:9/',
          kinds: Object.values(HAPPENED),
          secret: 'x',
          format: 'slack',
          company_id,
          created_at: product.deps.clock.now().toISOString(),
        })),
      )
      .execute(),
  )
  test.each(notFiles)('is notified of a $kind as its people may see it: $state', async (thing) => {
    const came = await companiesOfChannels(thing)
    const knowing = companies.filter(([login]) => thing.knows.includes(login))
    // Access to the registry is given to single people, so channels get nothing.
    const know = thing.kind === 'registry_entry' ? [] : knowing.map(([, idcomp]) => idcomp)
    expect(came.toSorted((one, other) => one - other)).toEqual(know)
  })
})

test('for a client, the search finds no agreement whose release cannot be opened', async () => {
  const api = apis.get('client1')!
  const own = all.filter(({ kind, knows }) => kind === 'agreement' && knows.includes('client1'))
  for (const { id, word } of own) {
    const { groups } = (await api(finding.search, { query: { search: word } })).body
    const [led] = groups.flatMap((group) => (group.kind === 'agreement' ? group.found : []))
    const { release_id } = await db
      .selectFrom('agreements')
      .select('release_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { status } = await api(releases.get, { params: { id: release_id } })
    expect([led?.id, status]).toEqual(led ? [id, 200] : [undefined, 403])
  }
  expect(people.company1).toBeGreaterThan(0)
})
