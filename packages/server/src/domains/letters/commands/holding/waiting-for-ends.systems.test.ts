import { expect, test } from 'vitest'
import { agreements, consequences, offers, releases, substitutes, threads } from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, newAgreement, read } from '../../../../testing/letters.ts'
import { makePerson } from '../../../../testing/making/make.ts'
import { noticesOf } from '../../../../testing/notices.ts'
import { releaseHeld } from './withdrawn.ts'

/** Whoever offered a date, raised a remark or asked learns that the agreement ended, as recipients and the team do. */

const world = letterWorld()
const OFFER = { releaseDate: '2026-03-27', reason: 'Закрываем квартал' } as const
const STEPS = { closed: 6, work: 1 }
const OFFERED = 'Предложенная вами дата 27.03.2026, пятница больше не рассматривается: согласование снято'

let serial = 0
/** A person of the company, or of staff, whom the agreement does not concern otherwise. */
async function bystander(isRivc = false) {
  const login = `bystander${(serial += 1)}`
  await makePerson(world.product.deps.db, login, isRivc ? { isRivc } : { idcomp: world.people.company1 })
  return { login, name: `Имя ${login}`, mail: `${login}@example.ru`, api: await world.product.as(login) }
}

/** A date that a bystander asked for, to which one offered another and two of both sides raised remarks. */
async function asked() {
  const [offerer, remarker, colleague, sender] = [
    await bystander(),
    await bystander(),
    await bystander(true),
    await bystander(true),
  ]
  const id = await newAgreement(world)
  await sender.api(agreements.update, { params: { id }, body: { updateTarget: 5 } })
  expect((await offerer.api(offers.propose, { params: { id }, body: OFFER })).status).toBe(200)
  for (const { api } of [remarker, colleague]) {
    const body = { html: '<p>Стенд занят</p>', blocks: true }
    expect((await api(threads.raise, { params: { entity: 'agreement', id }, body })).status).toBe(200)
  }
  await emptyBox(world)
  const { release_id } = await read(world, id)
  const clients = [offerer.name, remarker.name]
  return { id, release_id, offerer, clients, others: [remarker, colleague, sender] }
}
type Asked = Awaited<ReturnType<typeof asked>>

/** The letters that are sent once nothing can be undone any more. */
async function sentAfterAMinute() {
  const { clock, deps } = world.product
  clock.set(new Date(clock.now().getTime() + 61_000).toISOString())
  await releaseHeld(deps)
}

const ways: [string, (made: Asked) => Promise<{ status: number }>][] = [
  ['is withdrawn', ({ id }) => world.manager(consequences.withdraw, { body: { ids: [id], client_reason: '' } })],
  ['is deleted', ({ id }) => world.manager(agreements.remove, { params: { id }, query: {} })],
  ['ends with its release', ({ release_id }) => world.manager(releases.remove, { params: { id: release_id } })],
]

/** From now on somebody stands in for the person. */
async function standInFor(login: string) {
  const standin = await bystander()
  const { db } = world.product.deps
  const idOf = async (name: string) =>
    (await db.selectFrom('users').select('id').where('login', '=', name).executeTakeFirstOrThrow()).id
  const named = await world.manager(substitutes.name, {
    params: { id: world.people.company1 },
    body: {
      user_id: await idOf(login),
      substitute_id: await idOf(standin.login),
      date_from: '2026-03-01',
      date_to: '2026-12-31',
    },
  })
  expect(named.status).toBe(200)
  return standin
}

test.each(ways)(
  'when an agreement %s, who stands in for an offerer or an author of a remark is told',
  async (_, way) => {
    const made = await asked()
    const forOfferer = await standInFor(made.offerer.login)
    const forRemarker = await standInFor(made.others[0]!.login)
    await emptyBox(world)
    const body = { change: 'agreements_withdrawn' as const, ids: [made.id] }
    const [foreseen] = (await world.manager(consequences.foresee, { body })).body.consequences
    expect(foreseen?.addressees).toEqual(expect.arrayContaining([forOfferer.name, forRemarker.name]))
    expect((await way(made)).status).toBe(200)
    await sentAfterAMinute()
    await expect.poll(() => addresses(world)).toEqual(expect.arrayContaining([forOfferer.mail, forRemarker.mail]))
    expect((await noticesOf(forOfferer.api))[0]?.text).toBe(OFFERED.replace('вами', 'вашей компанией'))
    expect((await noticesOf(forRemarker.api))[0]?.text).toMatch(/^Согласование снято\./)
  },
)

test('who stands in for an offerer reads what became of the offer', async () => {
  const made = await asked()
  const standin = await standInFor(made.offerer.login)
  await emptyBox(world)
  const { offer } = await read(world, made.id)
  await world.client1(offers.answer, { params: { id: made.id, offer_id: offer!.id }, body: { answer: 'withdraw' } })
  await expect.poll(() => addresses(world)).toEqual([made.offerer.mail, standin.mail])
  const letter = world.smtp.received.find(({ to }) => to === standin.mail)
  expect(letter?.mail.text).toContain('Ваша компания предлагала 27.03.2026')
  expect((await noticesOf(standin.api))[0]?.text).toMatch(/^Предложенная вашей компанией дата .+ отозвана$/)
})

test.each(ways)('when an agreement %s, everybody who waits for its outcome is told', async (_, way) => {
  const made = await asked()
  const body = { change: 'agreements_withdrawn' as const, ids: [made.id] }
  const [foreseen] = (await world.manager(consequences.foresee, { body })).body.consequences
  expect(foreseen?.addressees).toEqual(expect.arrayContaining(made.clients))
  expect((await way(made)).status).toBe(200)
  await sentAfterAMinute()
  const waiting = [made.offerer, ...made.others]
  await expect.poll(() => addresses(world)).toEqual(expect.arrayContaining(waiting.map(({ mail }) => mail)))
  const letter = world.smtp.received.find(({ to }) => to === made.offerer.mail)
  expect(letter?.mail.text).toContain('Вы предлагали: 27.03.2026, пятница: больше не рассматривается')
  expect((await noticesOf(made.offerer.api))[0]?.text).toBe(OFFERED)
  for (const { api } of made.others) expect((await noticesOf(api))[0]?.text).toMatch(/^Согласование снято\./)
})

test('when its release is closed and opened again, they are told as well', async () => {
  const made = await asked()
  const waiting = [made.offerer, ...made.others]
  for (const [step_id, text] of [
    [STEPS.closed, /^Релиз закрыт, установка отменяется/],
    [STEPS.work, /^Релиз снова в работе/],
  ] as const) {
    await world.manager(releases.changeStep, { params: { id: made.release_id }, body: { step_id } })
    await sentAfterAMinute()
    await expect.poll(() => addresses(world)).toEqual(expect.arrayContaining(waiting.map(({ mail }) => mail)))
    await emptyBox(world)
    for (const { api } of waiting) expect((await noticesOf(api))[0]?.text).toMatch(text)
  }
})
