import { beforeAll, expect, test } from 'vitest'
import {
  files,
  notices,
  offers,
  receipts,
  releases,
  reminders,
  threads,
  trials,
  type BodyInput,
} from '@vypusk/contract'
import { allCome, emptyBox, letterWorld, newAgreement, read, send, update } from '../../../../testing/letters.ts'
import { makeRelease, makeRequest } from '../../../../testing/making/make.ts'
import { clear, watch } from '../../../../testing/notices.ts'
import { deliverNow } from '../../../../testing/once-free.ts'
import { draftOf, fileOf, idOf, newRelease, type PublishWorld } from '../../../../testing/publishing.ts'
import { tokenOf } from '../../../../testing/upload.ts'
import { sendDigests } from '../../../notices/commands/digest.ts'
import { remindOwners } from '../../../threads/commands/reminding.ts'

/** Letters that waited for the mail server say nothing that is no longer so, and nothing that was done meanwhile. */

const world = letterWorld()
const publishing = {} as PublishWorld
beforeAll(async () => {
  const token = await tokenOf(world.product, 'manager')
  const client2 = await world.product.as('client2')
  Object.assign(publishing, { ...world, client2, token, manager: world.product.withToken(token) })
})

/** The first delivery that can wait. */
let since = 0
/** From now on the mail server takes no letters. */
async function hold() {
  const { newest } = await world.product.deps.db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  since = newest + 1
  world.smtp.answer = () => ({ responseCode: 451, message: 'Later' })
}

/** It takes them again, and everything that waits is tried. @returns why each letter of these kinds was not sent */
async function goOn(...kinds: string[]): Promise<(string | null)[]> {
  const { db } = world.product.deps
  await allCome(world)
  world.smtp.answer = () => undefined
  const letters = db.selectFrom('deliveries as d').innerJoin('letters as l', 'l.id', 'd.letter_id')
  const waiting = await letters
    .select(['d.id'])
    .where('d.id', '>=', since)
    .where('l.kind', 'in', kinds)
    .orderBy('d.id')
    .execute()
  for (const { id } of waiting) await deliverNow(world.product.deps, id)
  const ids = waiting.map(({ id }) => id)
  const ended = db.selectFrom('deliveries').select(['last_error', 'needless', 'state']).where('id', 'in', ids)
  const rows = await ended.orderBy('id').execute()
  for (const { state, needless } of rows) expect(needless).toBe(state === 'failed')
  return rows.map(({ last_error }) => last_error)
}
const textTo = (address: string) => world.smtp.received.findLast(({ to }) => to === address)?.mail.text

test('a reminder of files names what is still to be fetched, and is not sent once nothing is', async () => {
  const { company1 } = world.people
  const [first, second] = [
    await newRelease(publishing, { title: 'Склад 5.8' }),
    await newRelease(publishing, { title: 'Касса 2.1' }),
  ]
  const [one, other] = [await fileOf(publishing, { bytes: 'раз' }), await fileOf(publishing, { bytes: 'два' })]
  const item = (release: number, file: number) => ({ release, files: [file], modules: [], customers: [company1] })
  const draft = await draftOf(publishing, { list: [item(first, one), item(second, other)] })
  const id = await idOf(publishing, draft)
  await hold()
  await publishing.manager(receipts.remind, { params: { id }, body: { company: company1 } })
  await world.client1(files.getFile, { params: { id: one } })
  expect(await goOn('publication.reminded')).toEqual([null])
  expect(textTo('client1@example.ru')).toContain('Касса 2.1')
  expect(textTo('client1@example.ru')).not.toContain('Склад 5.8')

  await world.product.deps.db.deleteFrom('publication_reminders').execute()
  await hold()
  await publishing.manager(receipts.remind, { params: { id }, body: { company: company1 } })
  await world.client1(files.getFile, { params: { id: other } })
  expect(await goOn('publication.reminded')).toEqual([
    'Напоминать больше не о чем: файлы скачаны, или о получении сообщили',
  ])
})

const offer = { releaseDate: '2026-03-27', releaseTime: null, reason: 'Инвентаризация' }

test.each<[string, string, (id: number) => Promise<unknown>]>([
  ['agreed', 'Дата не ждёт ответа клиента', (id) => update(world.client1, id, { updateTarget: 5 })],
  [
    'offered another date',
    'Клиент предложил другую дату: примите её или отклоните',
    (id) => world.client1(offers.propose, { params: { id }, body: offer }),
  ],
])('a letter to staff about a silent client is not sent once it has %s', async (_, reason, answer) => {
  const id = await newAgreement(world)
  await send(world, id)
  const hurry = (stage: reminders.Stage) => world.manager(reminders.hurry, { params: { id }, body: { stage } })
  await hurry('recipients')
  await hold()
  expect((await hurry('team')).status).toBe(200)
  await answer(id)
  expect(await goOn('agreement.reminded')).toEqual([reason])
})

test('a reminder to the client is not sent once it has offered another date on its screen', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await hold()
  await world.manager(reminders.hurry, { params: { id }, body: { stage: 'recipients' } })
  await world.client1(offers.propose, { params: { id }, body: offer })
  expect(await goOn('agreement.reminded')).toEqual(['Клиент предложил другую дату: примите её или отклоните'])
})

test('an offered date that was taken back is not announced, nor a remark called unanswered that was answered', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await hold()
  await world.client1(offers.propose, { params: { id }, body: offer })
  await update(world.manager, id, { updateTarget: 4, releaseDate: '2026-03-27', cancel_reason: 'Стенд занят' })
  const ended = 'На предложенную дату уже ответили, или её отозвали'
  expect(await goOn('agreement.offered')).toEqual([ended, ended])

  const html = '<p>Не печатает</p>'
  const raised = await world.client1(threads.raise, {
    params: { entity: 'agreement', id },
    body: { html, blocks: true },
  })
  const { id: thread_id } = raised.body.thread
  const began = world.product.clock.now().toISOString()
  await hold()
  world.product.clock.set('2026-03-13T09:00:00.000Z')
  await remindOwners(world.product.deps)
  world.product.clock.set(began)
  await world.manager(threads.answer, { params: { id: thread_id }, body: { html: '<p>Исправим</p>' } })
  const settled = await goOn('thread.due')
  expect(settled.length).toBeGreaterThan(0)
  expect(new Set(settled)).toEqual(new Set(['На замечание уже ответили, или его закрыли']))
})

/** A date that was sent, and requests of the company that failed in the build before. */
async function failedOnTest(titles: string[]) {
  const { people, product, manager, client1 } = world
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const whose = { author_id: people.manager, idmod: people.module, idcomp: people.company1 }
  const setBuild = (build: string) => manager(trials.setBuild, { params: { id }, body: { build } })
  const report = (body: BodyInput<typeof trials.tell>) => client1(trials.tell, { params: { id }, body })
  await setBuild('5.8.2')
  await send(world, id)
  const ids: number[] = []
  for (const e_title of titles) {
    const request_id = await makeRequest(product.deps.db, { ...whose, release_id, e_title })
    await report({ request_id, verdict: 'fails', comment: 'Пустая страница' })
    ids.push(request_id)
  }
  await hold()
  return { id, ids, setBuild, report }
}

test('a letter about a build asks for what still fails, and leaves only while that build is on test', async () => {
  const { ids, setBuild, report } = await failedOnTest(['Печать накладной', 'Отчёт за смену'])
  await setBuild('5.8.3')
  await report({ request_id: ids[0]!, verdict: 'works' })
  expect(await goOn('agreement.build')).toEqual([null])
  const text = textTo('client1@example.ru')
  expect(text).toContain('Отчёт за смену')
  expect(text).toContain('Имя manager ставит на тестовый стенд сборку 5.8.3')
  expect(text).not.toContain('Печать накладной')
  expect(text).toMatch(/\/approve\/[\w-]{43}/)

  const next = await failedOnTest(['Печать накладной'])
  await next.setBuild('5.8.3')
  await next.setBuild('5.8.4')
  expect(await goOn('agreement.build')).toEqual(['На тестовом стенде уже другая сборка: о ней уходит другое письмо'])
})

test('a letter that asks to try again is not sent once everything was tried', async () => {
  const {
    ids: [request_id = 0],
    setBuild,
    report,
  } = await failedOnTest(['Печать накладной'])
  await setBuild('5.8.3')
  await report({ request_id, verdict: 'works' })
  expect(await goOn('agreement.build')).toEqual(['Проверять заново больше нечего'])
})

const wants = (kind: notices.Kind, letter: boolean, digest: boolean) =>
  world.client1(notices.saveSettings, {
    body: { kinds: [{ kind, screen: true, letter, digest }], digest_time: '09:00' },
  })

/** A release that client1 follows, with news of a moved date that wait for the mail server. */
async function newsWait(letter: boolean, digest: boolean) {
  await wants('moved', letter, digest)
  const release_id = await makeRelease(
    world.product.deps.db,
    { author_id: world.people.manager, title: 'Учёт' },
    { companies: [world.people.company1] },
  )
  await watch(world.client1, 'release', release_id)
  const save = (plan_date: string) =>
    world.manager(releases.save, {
      params: { id: release_id },
      body: { title: 'Учёт', start_date: '2026-03-01', plan_date },
    })
  await save('2026-04-01')
  expect((await emptyBox(world)).includes('client1@example.ru')).toBe(letter)
  await hold()
  await save('2026-04-02')
  return release_id
}

test.each<[string, string, (release_id: number) => Promise<unknown>]>([
  [
    'hidden',
    'Того, о чём это письмо, больше нет, или человек его больше не видит',
    (id) =>
      world.product.deps.db
        .updateTable('releases')
        .set({ is_visible_for_client: false })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'put on the not-publishing list',
    'Компания больше не получает этот релиз',
    (release_id) => world.manager(releases.notPublishing, { body: { release_id, company_id: world.people.company1 } }),
  ],
])(
  'news of a release that was %s while they waited do not reach a follower of the company',
  async (_, reason, leave) => {
    await leave(await newsWait(true, false))
    expect(await goOn('changed', 'release.changed')).toEqual([reason])
    expect(textTo('client1@example.ru')).toBeUndefined()
  },
)

const unfollow = (id: number) => watch(world.client1, 'release', id, false)

test.each([
  ['no longer follows it', unfollow],
  ['wants no such letters', () => wants('moved', false, false)],
])('news do not reach whoever %s by the time they leave', async (_, leave) => {
  const id = await newsWait(true, false)
  await leave(id)
  expect(await goOn('changed', 'release.changed')).toEqual([
    'Человек больше не следит за этим или отключил такие письма',
  ])
})

let days = 0
test.each<[string, (id: number) => Promise<unknown>]>([
  ['no longer followed', unfollow],
  ['of a kind that is turned off', () => wants('moved', false, false)],
  [
    'of a release that the company does not get any more',
    (release_id) => world.manager(releases.notPublishing, { body: { release_id, company_id: world.people.company1 } }),
  ],
])('a daily letter that waited leaves out what is %s', async (_, leave) => {
  const { clock, deps } = world.product
  await clear(world.client1)
  const id = await newsWait(false, true)
  const began = clock.now().toISOString()
  clock.set(`2026-03-${17 + (days += 1)}T09:30:00.000Z`)
  await sendDigests(deps)
  clock.set(began)
  await leave(id)
  expect(await goOn('notices.digest')).toContain(
    'Всё, о чём это письмо, уже прочитано или больше не нужно, или его больше нет',
  )
  expect(textTo('client1@example.ru') ?? '').not.toContain('Сводка')
})
