import { expect, test } from 'vitest'
import { drafts } from '@vypusk/contract'
import { draftOf, fileOf, newRelease, publish, publishWorld } from '../../testing/publishing.ts'

/** A publication that is not published yet: saved for its author, and previewed. */

const world = publishWorld()

const formDraft = (overrides: Partial<drafts.FormDraft> = {}): drafts.FormDraft => ({
  corrects: null,
  step: 1,
  list: [],
  rivc: [],
  clients: [],
  proposed: { companies: [], staff: [] },
  text: 'Ставьте ночью',
  reason: '',
  changed: '2026-03-06T09:30:00.000Z',
  ...overrides,
})
const keep = (draft: drafts.FormDraft | null) => world.manager(drafts.saveDraft, { body: { draft } })
const kept = async () => (await world.manager(drafts.getDraft)).body

test('keeps one draft for each person, until they publish or delete it', async () => {
  expect(await kept()).toEqual({ draft: null, updated_at: null })
  const file = {
    id: await fileOf(world),
    file_name: 'update.zip',
    version: '',
    size: 1,
    sha256: '',
    uploaded: '2026-03-06T09:30:00.000Z',
  }
  const gone = { ...file, id: 999_999 }
  const item = { release: 5, title: 'Релиз', modules: [1], customers: [2], files: [file, gone], packages: [] }
  await keep(formDraft({ list: [item] }))
  await keep(formDraft({ list: [item], step: 3 }))
  expect((await kept()).draft).toEqual(formDraft({ list: [{ ...item, files: [file] }], step: 3 }))
  const admin = await world.product.as('admin')
  expect((await admin(drafts.getDraft)).body.draft).toBeNull()
  await keep(null)
  expect((await kept()).draft).toBeNull()
  const other = await draftOf(world)
  const release = await newRelease(world)
  await keep(formDraft({ list: [{ ...item, release, files: [] }] }))
  expect((await publish(world, other)).status).toBe(200)
  expect((await kept()).draft).not.toBeNull()
  expect((await publish(world, await draftOf(world, {}, { release }))).status).toBe(200)
  expect((await kept()).draft).toBeNull()
  expect((await world.client1(drafts.getDraft)).status).toBe(403)
})

test('shows what each side will get, and stores nothing', async () => {
  const { db } = world.product.deps
  const { company1, company2, client1, client2, admin } = world.people
  const shared = await draftOf(
    world,
    {},
    {
      release: await newRelease(world, { title: 'Общий релиз' }),
      files: [await fileOf(world, { name: 'общий.zip' })],
      customers: [company1, company2],
    },
  )
  const theirs = await draftOf(
    world,
    {},
    {
      release: await newRelease(world, { title: 'Только второй' }),
      files: [await fileOf(world, { name: 'второй.zip' })],
      customers: [company2],
    },
  )
  const draft = {
    ...shared,
    list: [...shared.list, ...theirs.list],
    recipients: { rivc: [admin], clients: [client1, client2] },
    text: 'Файл второй.zip ставьте последним',
  }
  const before = await db
    .selectFrom('letters')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirst()
  const { body, status } = await world.manager(drafts.preview, { body: draft })
  expect([status, body.errors, body.silent, body.without]).toEqual([200, {}, [], []])
  const previews = body.letters.map(({ company, recipients, releases, files, foreign }) => ({
    idcomp: company?.idcomp ?? null,
    to: recipients.map(({ id }) => id),
    releases,
    files: files.map(({ file_name }) => file_name),
    foreign,
  }))
  expect(previews).toEqual([
    { idcomp: company1, to: [client1], releases: ['Общий релиз'], files: ['общий.zip'], foreign: ['второй.zip'] },
    {
      idcomp: company2,
      to: [client2],
      releases: ['Общий релиз', 'Только второй'],
      files: ['общий.zip', 'второй.zip'],
      foreign: [],
    },
    {
      idcomp: null,
      to: [admin],
      releases: ['Общий релиз', 'Только второй'],
      files: ['общий.zip', 'второй.zip'],
      foreign: [],
    },
  ])
  const own = body.letters[0]
  expect(own?.subject).toBe('Опубликован релиз «Общий релиз»')
  expect(own?.html).toContain('второй.zip ставьте последним')
  expect(
    await db
      .selectFrom('letters')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirst(),
  ).toEqual(before)
  await publish(world, draft)
  const letters = await db.selectFrom('letters').select(['subject', 'html']).orderBy('id', 'desc').limit(3).execute()
  const plain = (html: string) => html.replace(/\/publication(s|\/\d+)"/, '"')
  expect(letters.map(({ html }) => plain(html)).toReversed()).toEqual(body.letters.map(({ html }) => plain(html)))
})

test('reports who gets no letter and why, companies without letters, and what publishing would refuse', async () => {
  const { company1, company2, client1, client2, manager, admin } = world.people
  const { db } = world.product.deps
  await db.updateTable('users').set({ email: null }).where('id', '=', client1).execute()
  const draft = await draftOf(world, {
    recipients: { rivc: [manager, admin], clients: [client1, client2] },
    reason: '',
  })
  const { body } = await world.manager(drafts.preview, { body: draft })
  expect(body.without.map(({ id, reason }) => [id, reason])).toEqual([
    [manager, 'Отправитель публикации'],
    [client1, 'Нет адреса'],
    [client2, 'Компания не получает ни одного релиза'],
  ])
  expect(body.silent.map(({ idcomp }) => idcomp)).toEqual([company1])
  expect(Object.keys(body.errors)).toEqual(['recipients.clients', 'reason'])
  expect(body.letters.map(({ company }) => company)).toEqual([null])
  expect(company2).not.toBe(company1)
  await db.updateTable('users').set({ email: 'client1@example.ru' }).where('id', '=', client1).execute()
  expect((await world.client1(drafts.preview, { body: draft })).status).toBe(403)
})

test('publishes what was shown, or asks to look again', async () => {
  const { db } = world.product.deps
  const { client1 } = world.people
  const draft = await draftOf(world)
  const shown = async () => (await world.manager(drafts.preview, { body: draft })).body.digest
  const digest = await shown()
  expect(await shown()).toBe(digest)
  const write = (email: string) => db.updateTable('users').set({ email }).where('id', '=', client1).execute()
  await write('moved@example.ru')
  const refused = await publish(world, { ...draft, digest })
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'Пока вы проверяли, изменилось, кто что получит. Посмотрите ещё раз и опубликуйте',
  ])
  expect((await publish(world, { ...draft, digest: await shown() })).status).toBe(200)
  await write('client1@example.ru')
})

test('the digest follows what each company uses', async () => {
  const { db } = world.product.deps
  const { company1, module } = world.people
  const file = await fileOf(world)
  const packages = [{ file_id: file, modules: [module], companies: [] }]
  const draft = await draftOf(world, {}, { files: [file], packages })
  const { digest, sets } = (await world.manager(drafts.preview, { body: draft })).body
  const used = db.selectFrom('company_modules').selectAll().where('idcomp', '=', company1)
  const rows = await used.execute()
  await db.deleteFrom('company_modules').where('idcomp', '=', company1).execute()
  const after = (await world.manager(drafts.preview, { body: draft })).body
  expect(sets.map(({ files }) => files.length)).not.toEqual(after.sets.map(({ files }) => files.length))
  expect(after.digest).not.toBe(digest)
  if (rows.length > 0) await db.insertInto('company_modules').values(rows).execute()
})
