import { expect, test, vi } from 'vitest'
import { adminCompanies, agreements, approve, consequences, releases } from '@vypusk/contract'
import {
  addresses,
  emptyBox,
  letterWorld,
  linkOf,
  moveRelease,
  newAgreement,
  read,
  send,
  update,
  withoutProof,
} from '../../../testing/letters.ts'
import { PATIENT } from '../../../testing/patience.ts'
import { releaseHeld } from './holding/withdrawn.ts'

const world = letterWorld()

const releaseOf = async (id: number) => (await read(world, id)).release_id
const rowOf = (id: number) =>
  world.product.deps.db.selectFrom('agreements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const later = (seconds: number) => {
  const { clock } = world.product
  clock.set(new Date(clock.now().getTime() + seconds * 1000).toISOString())
}
const sent = (count: number) => vi.waitFor(() => expect(world.smtp.received).toHaveLength(count), PATIENT)

/** A letter with its calendar entry, without what differs from run to run. */
const settled = (entry: string) =>
  entry
    .replaceAll(/agreement-\d+@/g, 'agreement-…@')
    .replaceAll(/releases\/\d+/g, 'releases/…')
    .replaceAll(/(DTSTAMP|LAST-MODIFIED):\w+/g, '$1:…')
    .replaceAll(/«Компания [^»]*»/g, '«Компания»')

/** Each way in which an agreement is withdrawn from a company that has agreed, and its letter. */
const ways = {
  release_deleted: async (id: number) =>
    world.manager(releases.remove, {
      params: { id: await releaseOf(id) },
      query: { client_reason: 'Войдёт в апрельский релиз' },
    }),
  agreement_deleted: async (id: number) =>
    world.manager(agreements.remove, { params: { id }, query: { client_reason: 'Ошиблись компанией' } }),
  company_off: async (id: number) => {
    const { product, manager } = world
    const release_id = await releaseOf(id)
    const row = await product.deps.db
      .selectFrom('releases')
      .select(['title', 'start_date', 'plan_date'])
      .where('id', '=', release_id)
      .executeTakeFirstOrThrow()
    return manager(releases.save, { params: { id: release_id }, body: { ...row, companies: [] } })
  },
  withdrawn_by_hand: async (id: number) =>
    world.manager(consequences.withdraw, { body: { ids: [id], client_reason: 'Релиз отложен' } }),
  company_listed: async (id: number) =>
    world.manager(releases.notPublishing, {
      body: {
        release_id: await releaseOf(id),
        company_id: world.people.company1,
        reason: 'Не платят',
        client_reason: 'Ждём продления договора',
      },
    }),
}

/** What the page behind the letter's link shows after each. */
const ENDS: Record<keyof typeof ways, string> = {
  release_deleted: 'снято 06.03.2026: релиз отменён. Причина: Войдёт в апрельский релиз',
  agreement_deleted: 'удалено 06.03.2026. Причина: Ошиблись компанией',
  company_off: 'снято 06.03.2026: ваша компания больше не участвует в релизе',
  withdrawn_by_hand: 'снято 06.03.2026. Причина: Релиз отложен',
  company_listed: 'снято 06.03.2026: релиз не публикуется для вашей компании. Причина: Ждём продления договора',
}

/** The letter to this address with its calendar entry: cancelled, and newer than the one before. */
function entryFor(address: string, row: { calendar_sequence: number | null }, before: number | null): string {
  const letter = world.smtp.received.find(({ to }) => to === address)
  const file = letter?.mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  const entry = new TextDecoder().decode(file?.content as ArrayBuffer)
  expect(entry).toContain('METHOD:CANCEL')
  expect(entry).toContain(`SEQUENCE:${row.calendar_sequence}`)
  expect(row.calendar_sequence).toBeGreaterThan(before ?? 0)
  return settled([letter?.mail.subject, withoutProof(letter?.mail.text ?? ''), entry].join('\n\n'))
}

test.each(Object.entries(ways))('%s withdraws what was agreed, and notifies the company', async (change, way) => {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  const token = linkOf(world, 'it@example.ru')
  await update(world.client1, id, { updateTarget: 5 })
  const before = await rowOf(id)
  await emptyBox(world)
  expect((await way(id)).status).toBe(200)
  const row = await rowOf(id)
  expect(row).toMatchObject({ by_rivc: false, by_client: false, sent_at: null, heard_at: null, id })
  expect(row.withdrawn_at).not.toBeNull()
  expect(row.version).toBeGreaterThan(before.version)
  expect((await world.product.anonymous(approve.ask, { params: { token } })).refusal.message).toBe(
    `Согласование ${ENDS[change as keyof typeof ways]}. Отвечать на это письмо больше не нужно`,
  )
  later(59)
  await releaseHeld(world.product.deps)
  expect(world.smtp.received).toEqual([])
  later(1)
  await releaseHeld(world.product.deps)
  await sent(3)
  expect(addresses(world)).toEqual(['admin@example.ru', 'client1@example.ru', 'it@example.ru'])
  await expect(entryFor('it@example.ru', row, before.calendar_sequence)).toMatchFileSnapshot(
    `./golden/withdrawn-${change}.txt`,
  )
})

test('nobody is notified of the end of what nobody was asked about', async () => {
  const id = await newAgreement(world)
  expect((await ways.release_deleted(id)).status).toBe(200)
  later(120)
  await releaseHeld(world.product.deps)
  const { db } = world.product.deps
  const letters = await db
    .selectFrom('letters')
    .select('kind')
    .where('entity', '=', 'agreement')
    .where('entity_id', '=', id)
    .execute()
  expect(letters).toEqual([])
})

test('a date that was moved is withdrawn too: the company keeps the evening free', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Сдвиг' })
  expect(await rowOf(id)).toMatchObject({ by_rivc: false, withdrawn_at: null })
  await ways.company_listed(id)
  expect((await rowOf(id)).withdrawn_at).not.toBeNull()
})

// The last test, because its company is gone afterwards. A company is deleted by hiding it, once nobody of it can sign
// in and no release in progress is for it: only a recipient by a bare address is left to be notified.
test('a hidden company is notified that what it agreed to is cancelled', async () => {
  const id = await newAgreement(world, { recipientsExtra: ['it@example.ru'] })
  await send(world, id)
  await update(world.client1, id, { updateTarget: 5 })
  const before = await rowOf(id)
  const { db } = world.product.deps
  const { company1: company, company2 } = world.people
  const release_id = await releaseOf(id)
  await moveRelease(world, release_id, 'closed')
  await db.updateTable('users').set({ is_blocked: true }).where('idcomp', '=', company).execute()
  const others = db.updateTable('release_companies').set({ idcomp: company2 }).where('release_id', '<>', release_id)
  await others.execute()
  await emptyBox(world)
  const hidden = await world.admin(adminCompanies.hide, { params: { id: company }, body: { is_hidden: true } })
  expect(hidden.status).toBe(200)
  const row = await rowOf(id)
  expect(row).toMatchObject({ by_rivc: false, by_client: false, heard_at: null })
  expect(row.withdrawn_at).not.toBeNull()
  later(60)
  await releaseHeld(world.product.deps)
  await vi.waitFor(() => expect(addresses(world)).toContain('it@example.ru'), PATIENT)
  await expect(entryFor('it@example.ru', row, before.calendar_sequence)).toMatchFileSnapshot(
    './golden/withdrawn-company_hidden.txt',
  )
})
