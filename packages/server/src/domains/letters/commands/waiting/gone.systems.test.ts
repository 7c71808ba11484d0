import { beforeEach, expect, test } from 'vitest'
import { adminPeople, agreements, approve, letters, notices, registry, talks } from '@vypusk/contract'
import { addresses, allCome, emptyBox, letterWorld, linkOf, newAgreement, send } from '../../../../testing/letters.ts'
import { makeEntry, makePerson, makeRequest } from '../../../../testing/making/make.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import { watch } from '../../../../testing/notices.ts'

/** Letters about work that waited, or are repeated, do not reach people who have been shut out meanwhile. */

const world = letterWorld()
const GONE = 'Человек с этим адресом заблокирован или удалён'
const MOVED = 'Человек с этим адресом больше не из этой компании'
let reader: number
let address: string
let serial = 0
beforeEach(async () => {
  serial += 1
  reader = await makePerson(world.product.deps.db, `reader${serial}`, { idcomp: world.people.company1 })
  address = `reader${serial}@example.ru`
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
})

/** Changes the reader once the first attempts are over: one under way has already asked who the reader is. */
async function set(fields: {
  email?: string
  is_blocked?: boolean
  idcomp?: number
  deleted_at?: string
  can_enter_registry?: boolean
}) {
  await allCome(world)
  await world.product.deps.db.updateTable('users').set(fields).where('id', '=', reader).execute()
}
const ownDeliveries = () =>
  world.product.deps.db
    .selectFrom('deliveries')
    .select(['id', 'entity', 'state', 'last_error'])
    .where('target', '=', address)
    .orderBy('id')
    .execute()
/** The server accepts letters again, and the reader's are tried. @returns how each of them ended */
async function tryAgain() {
  world.smtp.answer = () => undefined
  for (const { id } of await ownDeliveries()) await deliverNow(world.product.deps, id)
  return (await ownDeliveries()).map(({ entity, state, last_error }) => [entity, state, last_error])
}

test.each([
  ['blocked', { is_blocked: true }, GONE],
  ['deleted', { deleted_at: '2026-03-06T12:00:00.000Z' }, GONE],
  ['moved to another company', () => ({ idcomp: world.people.company2 }), MOVED],
])('a letter of an agreement and one of a request do not reach whoever was %s', async (_, fields, reason) => {
  const { company1: idcomp, module: idmod } = world.people
  await send(world, await newAgreement(world, { recipients: [reader] }))
  const request = await makeRequest(world.product.deps.db, { author_id: reader, idcomp, idmod })
  await world.manager(talks.say, { params: { id: request }, body: { html: '<p>Какие формы?</p>' } })
  await set(typeof fields === 'function' ? fields() : fields)
  expect(await tryAgain()).toEqual([
    ['agreement', 'failed', reason],
    ['request', 'failed', reason],
  ])
  expect(addresses(world)).not.toContain(address)
})

test('nor do they reach an address that its person has no longer, and its link does not answer', async () => {
  const { company1: idcomp, module: idmod } = world.people
  const opened = async (login: string) => {
    const params = { token: linkOf(world, `${login}@example.ru`) }
    return (await world.product.anonymous(approve.ask, { params })).status
  }
  world.smtp.answer = () => undefined
  const id = await newAgreement(world, { recipients: [reader] })
  await send(world, id)
  await allCome(world)
  expect(await opened(`reader${serial}`)).toBe(200)
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
  await world.manager(agreements.remindMany, { body: { ids: [id] } })
  const request = await makeRequest(world.product.deps.db, { author_id: reader, idcomp, idmod })
  await world.manager(talks.say, { params: { id: request }, body: { html: '<p>Какие формы?</p>' } })
  await set({ email: `other${serial}@example.ru` })
  expect((await tryAgain()).filter(([, state]) => state !== 'sent')).toEqual([
    ['agreement', 'failed', 'У человека теперь другой адрес: отправьте ему новое письмо'],
    ['request', 'failed', 'Этот адрес больше никому не принадлежит: его изменили или убрали'],
  ])
  expect(await opened(`reader${serial}`)).toBe(410)
})

test('nor does one reach an extra address that was taken off the agreement', async () => {
  address = `extra${serial}@example.ru`
  const id = await newAgreement(world, { recipientsExtra: [address] })
  await send(world, id)
  await world.manager(agreements.update, { params: { id }, body: { updateTarget: 3, recipientsExtra: [] } })
  await allCome(world)
  expect(await tryAgain()).toEqual([['agreement', 'failed', 'Адрес убрали из получателей согласования']])
})

test('nor does a notice', async () => {
  const id = await newAgreement(world)
  const reads = await world.product.as(`reader${serial}`)
  await watch(reads, 'agreement', id)
  await reads(notices.saveSettings, {
    body: { kinds: [{ kind: 'moved', screen: true, letter: true, digest: false }], digest_time: '09:00' },
  })
  await send(world, id)
  const body = { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' } as const
  await world.manager(agreements.update, { params: { id }, body })
  await set({ idcomp: world.people.company2 })
  expect(await tryAgain()).toEqual([['notice', 'failed', MOVED]])
})

test('nor do a letter and a notice about the registry reach whoever may no longer enter it', async () => {
  await set({ can_enter_registry: true })
  const { company1: idcomp, manager: author_id } = world.people
  const id = await makeEntry(world.product.deps.db, { author_id, idcomp })
  const reads = await world.product.as(`reader${serial}`)
  await watch(reads, 'registry_entry', id)
  await reads(notices.saveSettings, {
    body: { kinds: [{ kind: 'comment', screen: true, letter: true, digest: false }], digest_time: '09:00' },
  })
  await world.manager(registry.addComment, { body: { id, comment: 'Взгляните', mentions: [reader] } })
  await world.manager(registry.addComment, { body: { id, comment: 'Готово' } })
  await set({ can_enter_registry: false })
  const shut = 'У человека с этим адресом больше нет доступа в реестр'
  expect(await tryAgain()).toEqual([
    ['registry_entry', 'failed', shut],
    ['notice', 'failed', shut],
  ])
  expect(addresses(world)).not.toContain(address)
})

/** What becomes of the reader of a mention, or of its entry. */
const afterMention = {
  'has turned such letters off': async () => {
    const reads = await world.product.as(`reader${serial}`)
    const kinds = [{ kind: 'mention' as const, screen: true, letter: false, digest: true }]
    await reads(notices.saveSettings, { body: { kinds, digest_time: '09:00' } })
    return 'Человек больше не следит за этим или отключил такие письма'
  },
  'can no longer find the entry': async (id: number) => {
    const { db, clock } = world.product.deps
    const deleted_at = clock.now().toISOString()
    await db.updateTable('registry_entries').set({ deleted_at }).where('id', '=', id).execute()
    return 'Того, о чём это письмо, больше нет, или человек его больше не видит'
  },
}

test.each(Object.entries(afterMention))('nor does the letter of a mention reach whoever %s', async (_, change) => {
  await set({ can_enter_registry: true })
  const { company1: idcomp, manager: author_id } = world.people
  const id = await makeEntry(world.product.deps.db, { author_id, idcomp })
  await world.manager(registry.addComment, { body: { id, comment: 'Взгляните', mentions: [reader] } })
  await allCome(world)
  const reason = await change(id)
  expect(await tryAgain()).toEqual([['registry_entry', 'failed', reason]])
  expect(addresses(world)).not.toContain(address)
})

test('repeating an old letter does not send it to whoever was blocked since', async () => {
  world.smtp.answer = () => undefined
  await send(world, await newAgreement(world, { recipients: [reader] }))
  expect(await emptyBox(world)).toContain(address)
  await set({ is_blocked: true })
  const [delivery] = await ownDeliveries()
  const { body } = await world.manager(letters.retryDelivery, { params: { id: delivery!.id } })
  expect(body.mail).toBe('failed')
  expect(await emptyBox(world)).toEqual([])
})

test('a letter reaches an address that was added by hand, and one about the account itself', async () => {
  await set({ idcomp: world.people.company2 })
  await send(world, await newAgreement(world, { recipientsExtra: [address.toUpperCase()] }))
  await world.admin(adminPeople.sendPassword, { params: { id: reader } })
  expect(await tryAgain()).toEqual([['user', 'sent', null]])
  await set({ is_blocked: true })
  address = address.toUpperCase()
  expect(await tryAgain()).toEqual([['agreement', 'sent', null]])
  address = address.toLowerCase()
})
