import { beforeAll, expect, test } from 'vitest'
import { files, publications, releases, type BodyInput } from '@vypusk/contract'
import { makePerson } from '../../testing/making/make.ts'
import {
  draftOf as newDraft,
  fileOf,
  get,
  newRelease,
  publish as send,
  publishWorld,
} from '../../testing/publishing.ts'
import { logged } from '../../testing/log.ts'
import { tokenOf } from '../../testing/upload.ts'

type Draft = BodyInput<typeof publications.publish>

const world = publishWorld()
let { product, people, manager, client1, client2 } = world
beforeAll(() => void ({ product, people, manager, client1, client2 } = world))

const release = (overrides: Parameters<typeof newRelease>[1] = {}) => newRelease(world, overrides)
const draftOf = (overrides: Partial<Draft> = {}, item: Partial<Draft['list'][number]> = {}) =>
  newDraft(world, overrides, item)
const publish = (body: Draft, headers: Record<string, string> = {}) => send(world, body, headers)
const idOf = async (body: Draft) => (await publish(body)).body.id

/** The rows of every table that a publication writes to. */
const written = async () => {
  const { db } = product.deps
  const tables = [
    'publications',
    'publication_releases',
    'events',
    'letters',
    'deliveries',
    'release_step_changes',
  ] as const
  const counts = tables.map((table) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirst(),
  )
  return (await Promise.all(counts)).map((row) => Number(row?.n))
}

test('publishes: rows, letters, the step, the history; the client downloads the file', async () => {
  const release_id = await release()
  const file = await fileOf(world, { name: 'Обновление.zip' })
  const { status, body } = await publish(
    await draftOf({ text: 'Ставьте ночью' }, { release: release_id, files: [file] }),
  )
  expect([status, body.message, body.ftp]).toEqual([200, 'Success', 'none'])
  // On a busy machine the first attempt may come after the three seconds that a reply waits.
  expect(['sent', 'queued']).toContain(body.mail)
  const seen = await get(manager, body.id)
  expect(seen.body).toMatchObject({
    id: body.id,
    author: { id: people.manager },
    text: 'Ставьте ночью',
    list: [
      {
        idx: 0,
        release: { id: release_id },
        files: [{ id: file, file_name: 'Обновление.zip', version: '5.8.2' }],
        modules: [{ idmod: people.module }],
        customers: [{ idcomp: people.company1 }],
        notPublishingList: [],
        reason: 'Срочное исправление расчёта',
      },
    ],
    recipients: { rivc: [{ id: people.admin }], clients: [{ id: people.client1 }] },
    abilities: { resend: true },
  })
  const deliveries = async () =>
    (await get(manager, body.id)).body.deliveries.map(({ kind, target, state }) => [kind, target, state])
  await expect.poll(deliveries).toEqual(
    expect.arrayContaining([
      ['mail', 'client1@example.ru', 'sent'],
      ['mail', 'admin@example.ru', 'sent'],
    ]),
  )
  expect(seen.body.history.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['releases', 'files', 'recipients']),
  )
  const after = await manager(releases.get, { params: { id: release_id } })
  expect(after.body.step.name_step).toBe('Опубликован')
  expect((await client1(files.getFile, { params: { id: file } })).raw.toString()).toBe('содержимое')
  expect((await client2(files.getFile, { params: { id: file } })).status).toBe(404)
})

test("a client sees its own company's part only", async () => {
  const { db } = product.deps
  const { company1, company2, client1: person1, client2: person2 } = people
  const shared = await draftOf({}, { customers: [company1, company2] })
  const theirs = await draftOf({}, { customers: [company2] })
  const list = [...shared.list, ...theirs.list]
  const id = await idOf({ ...shared, list, recipients: { rivc: [people.manager], clients: [person1, person2] } })
  const { body } = await get(client1, id)
  expect(body.list.map(({ release: of }) => of.id)).toEqual([shared.list[0]?.release])
  expect(body.list[0]).toMatchObject({ customers: [{ idcomp: company1 }], reason: null, notPublishingList: [] })
  expect(body.recipients.rivc).toEqual([])
  expect(body.recipients.clients.map((contact) => contact.id)).toEqual([person1])
  expect(body.deliveries.map(({ target }) => target)).toEqual(['client1@example.ru'])
  const said = { state: 'failed' as const, last_error: 'Почтовый сервер ответил: 550 relay denied' }
  await db.updateTable('deliveries').set(said).where('entity', '=', 'publication').where('entity_id', '=', id).execute()
  expect((await get(client1, id)).body.deliveries).toMatchObject([{ state: 'failed', last_error: null }])
  expect((await get(manager, id)).body.deliveries).toMatchObject([said, said])
  expect([body.history, body.abilities.resend]).toEqual([[], 'Это делают сотрудники поставщика'])
  const stored = await db.selectFrom('publication_recipients').selectAll().where('publication_id', '=', id).execute()
  expect(stored).toHaveLength(3)
})

test('a client does not see what is not open to its company', async () => {
  const { company1, company2, manager: user_id } = people
  const foreign = await idOf(await draftOf({ recipients: {} }, { customers: [company2] }))
  const hidden = await idOf(await draftOf({}, { release: await release({ is_visible_for_client: false }) }))
  const listedRelease = await release()
  const at = '2026-03-05T09:00:00.000Z'
  const listed = { release_id: listedRelease, idcomp: company1, user_id, at }
  await product.deps.db.insertInto('not_publishing_list').values(listed).execute()
  const excluded = await idOf(await draftOf({}, { release: listedRelease, customers: [company1, company2] }))
  for (const id of [foreign, hidden, excluded]) {
    expect((await get(manager, id)).status).toBe(200)
    expect((await get(client1, id)).status).toBe(404)
  }
  expect((await get(manager, excluded)).body.list[0]?.notPublishingList).toEqual([company1])
  expect((await get(manager, excluded)).body.recipients.clients).toEqual([])
  const { body } = await client1(publications.listPublications, { query: { per_page: 500 } })
  expect(body.data.filter(({ id }) => [foreign, hidden, excluded].includes(id))).toEqual([])
  const mailed = await product.deps.db
    .selectFrom('deliveries')
    .select('target')
    .where('entity', '=', 'publication')
    .where('entity_id', 'in', [hidden, excluded])
    .execute()
  expect(mailed.map(({ target }) => target)).not.toContain('client1@example.ru')
})

test('a letter belongs to the company it was written for, whoever has its address', async () => {
  const { db } = product.deps
  const { company1, company2, client1: person1, client2: person2 } = people
  const theirs = await draftOf({}, { customers: [company2] })
  const own = await draftOf()
  await db.updateTable('users').set({ email: 'client1@example.ru' }).where('id', '=', person2).execute()
  const list = [...own.list, ...theirs.list]
  const id = await idOf({ ...own, list, recipients: { rivc: [], clients: [person1, person2] } })
  await db.updateTable('users').set({ email: 'client2@example.ru' }).where('id', '=', person2).execute()
  const chains = await db
    .selectFrom('chains_for_deliveries as of')
    .innerJoin('deliveries as d', 'd.id', 'of.delivery_id')
    .select('of.company_id')
    .where('d.entity', '=', 'publication')
    .where('d.entity_id', '=', id)
    .orderBy('of.company_id')
    .execute()
  expect(chains.map(({ company_id }) => company_id)).toEqual([company1, company2])
  for (const client of [client1, await product.as('client2')])
    expect((await get(client, id)).body.deliveries).toHaveLength(1)
})

test('a company on the not-publishing list has not got the release, also after it is taken off the list', async () => {
  const { company1, company2 } = people
  const release_id = await release()
  const listed = { release_id, company_id: company1 }
  await manager(releases.notPublishing, { body: listed })
  await idOf(await draftOf({}, { release: release_id, customers: [company1, company2] }))
  await manager(releases.notPublishing, { body: { ...listed, remove: true } })
  const { companies } = (await manager(releases.get, { params: { id: release_id } })).body
  expect(companies.map(({ idcomp, published }) => [idcomp, published])).toEqual([
    [company1, false],
    [company2, true],
  ])
})

test('a letter to a client names only the releases that are open to the company', async () => {
  const { db } = product.deps
  const [shown, hidden] = [
    await draftOf(),
    await draftOf({}, { release: await release({ is_visible_for_client: false }) }),
  ]
  const id = await idOf({ ...shown, list: [...shown.list, ...hidden.list] })
  const titles = (await get(manager, id)).body.list.map((item) => item.release.title)
  const letters = await db
    .selectFrom('letters')
    .innerJoin('deliveries', 'deliveries.letter_id', 'letters.id')
    .select(['target', 'text'])
    .where('letters.entity', '=', 'publication')
    .where('letters.entity_id', '=', id)
    .execute()
  const named = (target: string) =>
    titles.map((title) => letters.find((one) => one.target === target)?.text.includes(title))
  expect(named('admin@example.ru')).toEqual([true, true])
  expect(named('client1@example.ru')).toEqual([true, false])
})

test('people without an address get no letter and are not stored', async () => {
  const silent = await makePerson(product.deps.db, 'silent', { idcomp: people.company1, email: null })
  const id = await idOf(await draftOf({ recipients: { rivc: [], clients: [silent, people.client1] } }))
  const { body } = await get(manager, id)
  expect(body.recipients.clients.map((contact) => contact.id)).toEqual([people.client1])
})

test('a refused draft leaves nothing: no rows, no letter, no step', async () => {
  const before = await written()
  const good = await draftOf()
  const used = await draftOf()
  await publish(used)
  const between = await written()
  expect(between).not.toEqual(before)
  const [item] = good.list
  const withItem = (overrides: object) => ({ list: item ? [{ ...item, ...overrides }] : [] })
  const removed = await release({ deleted_at: '2026-03-05T09:00:00.000Z' })
  const refused: [Partial<Draft>, string][] = [
    [{ reason: '' }, 'reason'],
    [withItem({ release: removed }), 'list.0.release'],
    [withItem({ files: used.list[0]?.files }), 'list.0.files'],
    [
      withItem({ files: [await fileOf(world, { name: 'c.zip', by: await tokenOf(product, 'client1') })] }),
      'list.0.files',
    ],
    [{ recipients: { rivc: [people.client1] } }, 'recipients.rivc'],
    [{ list: [] }, 'list'],
  ]
  for (const [input, field] of refused) {
    const { status, refusal } = await publish({ ...good, ...input })
    expect(status).toBe(422)
    expect(Object.keys(refusal.errors ?? {})).toContain(field)
  }
  expect(await written()).toEqual(between)
})

test('a failure at the end rolls everything back', async () => {
  const before = await written()
  const draft = await draftOf()
  product.deps.listeners.on('publication.published', async (_tx, event) => {
    if (event.entity_id === failing) throw new Error('the last listener fails')
  })
  const { max } = await product.deps.db
    .selectFrom('publications')
    .select((eb) => eb.fn.max('id').as('max'))
    .executeTakeFirstOrThrow()
  const failing = max + 1
  expect((await publish(draft)).status).toBe(500)
  expect(logged()).toMatchObject([{ msg: 'internal error', err: { message: 'the last listener fails' } }])
  expect(await written()).toEqual(before)
  expect((await publish(draft)).status).toBe(200)
})

test('a double click publishes once', async () => {
  const draft = await draftOf()
  const headers = { 'idempotency-key': 'one-click' }
  const replies = await Promise.all([publish(draft, headers), publish(draft, headers), publish(draft, headers)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
})

test('of twenty publications of one file at once, one succeeds', async () => {
  const first = await draftOf()
  const second = await draftOf()
  const straight = { ...first, list: [...first.list, ...second.list] }
  const reversed = { ...first, list: [...second.list, ...first.list] }
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => publish(n % 2 ? straight : reversed)))
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 422)])
})

test('a file cannot be deleted and published at once', async () => {
  const draft = await draftOf()
  const [{ status: published }, { status: removed }] = await Promise.all([
    publish(draft),
    manager(files.deleteFiles, { body: { filenames: ['update.zip'], ids: draft.list[0]?.files as number[] } }),
  ])
  expect([published, removed].toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('clients cannot publish', async () => {
  expect((await client1(publications.publish, { body: await draftOf() })).status).toBe(403)
  expect((await client1(publications.getReleasesToPublish)).status).toBe(403)
})

test('returns what publishing needs to know of releases', async () => {
  const [first, second] = [await release(), await release({ is_visible_for_client: false })]
  await publish(await draftOf({}, { release: first }))
  const query = { release_ids: `${second},${first},999999` }
  const { body } = await manager(publications.getReleasesToPublish, { query })
  expect(body.releases).toMatchObject([
    { id: second, is_visible_for_client: false, published: 0, step: { name_step: 'Планирование' } },
    {
      id: first,
      published: 1,
      step: { name_step: 'Опубликован' },
      readiness: { ready: false, agreed: 0, expected: 2 },
    },
  ])
  expect(body.upload_limit).toBe(product.deps.settings.uploadLimit)
  const companies = body.releases[0]?.companies.map(({ idcomp }) => idcomp)
  expect(companies?.toSorted((a, b) => a - b)).toEqual([people.company1, people.company2])
})
