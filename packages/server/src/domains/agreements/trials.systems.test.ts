import { expect, test } from 'vitest'
import {
  agreements,
  approve,
  linkedThreads,
  releases,
  threads,
  trials,
  waiting,
  type FileInfo,
  type BodyInput,
} from '@vypusk/contract'
import { verifyChain } from '../../testing/verify-chain.ts'
import { makeModule, makeRequest } from '../../testing/making/make.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { formOf } from '../../testing/upload.ts'
import type { Api } from '../../testing/app.ts'
import { sendHeld } from '../letters/commands/holding/holding.ts'
import { toTryAgain } from './queries/trials.ts'
import { briefNoticesOf } from '../../testing/notices.ts'
import { allCome, emptyBox, letterWorld, linkOf, newAgreement, read, send, update } from '../../testing/letters.ts'

/** Companies test the requests of a release on the test environment. */

const world = letterWorld()

const get = (api: Api, id: number) => api(trials.get, { params: { id } })
const report = (api: Api, id: number, body: BodyInput<typeof trials.tell>) => api(trials.tell, { params: { id }, body })
const setBuild = (id: number, build: string) => world.manager(trials.setBuild, { params: { id }, body: { build } })

/** Creates an agreement with two requests of its company and one of another, on the test environment with a build. */
async function onTest() {
  const { people, product } = world
  const { db } = product.deps
  const id = await newAgreement(world)
  const { release_id } = await read(world, id)
  const options = { author_id: people.manager, idmod: people.module, release_id }
  const [first, second] = [
    await makeRequest(db, { ...options, idcomp: people.company1, e_title: 'Печать формы' }),
    await makeRequest(db, { ...options, idcomp: people.company1, e_title: 'Отчёт' }),
  ]
  const foreign = await makeRequest(db, { ...options, idcomp: people.company2, e_title: 'Чужая' })
  await setBuild(id, '5.8.2')
  return { id, release_id, first, second, foreign }
}

test('a client reports what works and what does not; the latest result counts and all are kept', async () => {
  const { id, release_id, first, second } = await onTest()
  const before = (await get(world.client1, id)).body
  expect(before).toMatchObject({
    build: '5.8.2',
    isPublishedOnTestEnv: true,
    progress: { tried: 0, failing: 0, total: 2 },
  })
  expect(before.abilities).toEqual({ tell: true, build: expect.any(String) })
  await report(world.client1, id, { request_id: first, verdict: 'works' })
  const failed = await report(world.client1, id, { request_id: second, verdict: 'fails', comment: 'Пустая страница' })
  expect(failed.body.trials.progress).toEqual({ tried: 1, failing: 1, total: 2 })
  await report(world.manager, id, { request_id: second, verdict: 'works', comment: 'По телефону' })
  const { requests } = (await get(world.manager, id)).body
  expect(requests.map(({ standing }) => standing)).toEqual(['works', 'works'])
  expect(requests[1]?.results).toMatchObject([
    { verdict: 'works', on_behalf: true, user: { name: 'Имя manager' }, build: '5.8.2' },
    { verdict: 'fails', on_behalf: false, user: { name: 'Имя client1' }, comment: 'Пустая страница' },
  ])
  const tried = { tried: 2, failing: 0, total: 2 }
  const release = (await world.manager(releases.get, { params: { id: release_id } })).body
  expect(release.readiness?.waiting[0]?.trials).toEqual(tried)
  expect(release.agreements[0]?.trials).toEqual(tried)
  const { cells } = (await world.manager(agreements.matrix, { query: { release_ids: String(release_id) } })).body
  expect(cells.find(({ agreement_id }) => agreement_id === id)?.trials).toEqual(tried)
  const { history, remark } = await read(world, id)
  expect(remark).toBe(`Заявка ${second} «Отчёт»: не работает, сборка 5.8.2. Пустая страница`)
  expect(history.filter(({ field }) => field === 'tried').map(({ after, via, note }) => [after, via, note])).toEqual([
    [`Заявка ${second} «Отчёт»: проверено, сборка 5.8.2`, 'on_behalf', 'По телефону'],
    [`Заявка ${second} «Отчёт»: не работает, сборка 5.8.2`, 'screen', 'Пустая страница'],
    [`Заявка ${first} «Печать формы»: проверено, сборка 5.8.2`, 'screen', null],
  ])
  const { fault } = await verifyChain(world.product.deps.db, release_id, world.people.company1)
  expect(fault).toBeNull()
})

test('a failure told by staff for the client is the client’s remark, which staff answer', async () => {
  const { id, second } = await onTest()
  await send(world, id)
  await emptyBox(world)
  const body = { request_id: second, verdict: 'fails', comment: 'Звонили: пустая страница' } as const
  const { trials: told } = (await report(world.manager, id, body)).body
  expect(told.requests[1]?.results[0]).toMatchObject({ on_behalf: true, user: { name: 'Имя manager' } })
  const remarks = async () => (await world.manager(threads.of, { params: { entity: 'agreement', id } })).body.threads
  const [remark] = await remarks()
  const words = { side: 'client', on_behalf: true, user: { name: 'Имя manager' } }
  expect(remark).toMatchObject({ side: 'client', blocks: true, state: 'open', needs_reason: true, entries: [words] })
  const history = world.product.deps.db.selectFrom('history').select('via').where('entity', '=', 'thread')
  expect(await history.where('entity_id', '=', remark!.id).distinct().execute()).toEqual([{ via: 'on_behalf' }])
  const [letter] = world.smtp.received
  expect([letter?.to, letter?.mail.text]).toEqual(['admin@example.ru', expect.stringContaining('manager за клиента')])
  const waits = async (api: Api) =>
    (await api(waiting.list, { query: {} })).body.data.filter((one) => one.agreement_id === id || one.id === remark!.id)
  expect((await waits(world.manager)).map(({ kind }) => kind)).toContain('remark')
  expect((await waits(world.client1)).map(({ kind }) => kind)).not.toContain('asked')
  const entry = { id: remark!.id, entry_id: remark!.entries[0]!.id }
  await world.manager(threads.rewrite, { params: entry, body: { html: '<p>Звонили: пусто</p>' } })
  expect((await briefNoticesOf(world.client1))[0]?.at(-1)).toBe('Замечание клиента: Звонили: пусто')
  // The answer goes to those who are asked for the date: nobody of the company has written in it.
  expect(await emptyBox(world)).toEqual(['admin@example.ru'])
  await world.manager(threads.answer, { params: { id: remark!.id }, body: { html: '<p>Исправим</p>' } })
  expect(await emptyBox(world)).toEqual(['client1@example.ru'])
  const closed = { state: 'closed', reason: 'Исправлено' } as const
  await world.manager(threads.turn, { params: { id: remark!.id }, body: closed })
  expect(world.smtp.received.map(({ to }) => to)).toEqual(['client1@example.ru'])
  expect(world.smtp.received[0]?.mail.text).toContain('Исправлено')
})

test('what staff write into the field of remarks leaves what they told for the client', async () => {
  const { id, second } = await onTest()
  await report(world.manager, id, { request_id: second, verdict: 'fails', comment: 'Пусто' })
  await update(world.manager, id, { updateTarget: 0, remark: 'Когда у вас окно?' })
  const remarks = (await world.manager(threads.of, { params: { entity: 'agreement', id } })).body.threads
  expect(remarks.map(({ side }) => side)).toEqual(['client', 'staff'])
})

test('a new build reopens what failed and leaves the rest', async () => {
  const { id, first, second } = await onTest()
  await report(world.client1, id, { request_id: first, verdict: 'works' })
  await report(world.client1, id, { request_id: second, verdict: 'fails', comment: 'Нет' })
  const { body } = await setBuild(id, '5.8.3')
  expect(body.trials.requests.map(({ standing }) => standing)).toEqual(['worked', 'again'])
  expect(body.trials.progress).toEqual({ tried: 1, failing: 1, total: 2 })
})

test('a request that leaves the release keeps its results and is not counted', async () => {
  const { id, first } = await onTest()
  await report(world.client1, id, { request_id: first, verdict: 'works' })
  await world.product.deps.db.updateTable('requests').set({ release_id: null }).where('id', '=', first).execute()
  const { body } = await get(world.client1, id)
  expect(body.progress).toEqual({ tried: 0, failing: 0, total: 1 })
  expect(body.requests.at(-1)).toMatchObject({ request_id: first, in_release: false, results: [{ verdict: 'works' }] })
  expect((await report(world.client1, id, { request_id: first, verdict: 'works' })).status).toBe(422)
})

test('an invalid report is refused with a message', async () => {
  const { id, first, foreign } = await onTest()
  const refused = async (api: Api, body: BodyInput<typeof trials.tell>) => (await report(api, id, body)).refusal.errors
  expect(await refused(world.client1, { request_id: foreign, verdict: 'works' })).toEqual({
    request_id: ['Этой заявки нет среди заявок компании в релизе'],
  })
  expect(await refused(world.client1, { request_id: first, verdict: 'fails' })).toEqual({
    comment: ['Напишите, что не работает'],
  })
  const other = await world.product.as('client2')
  expect((await get(other, id)).status).toBe(404)
  expect((await report(other, id, { request_id: first, verdict: 'works' })).status).toBe(404)
  expect((await world.client1(trials.setBuild, { params: { id }, body: { build: '1' } })).status).toBe(403)
  await update(world.manager, id, { updateTarget: 1, isPublishedOnTestEnv: false })
  const late = await report(world.client1, id, { request_id: first, verdict: 'works' })
  expect([late.status, late.refusal.message]).toEqual([422, 'Релиз ещё не на тестовом стенде: проверять пока нечего'])
})

test('the link of a letter allows twenty reports a day, before and after it is used', async () => {
  const { id, first, second } = await onTest()
  await send(world, id)
  const { anonymous } = world.product
  const params = { token: linkOf(world, 'client1@example.ru') }
  expect((await anonymous(trials.ask, { params })).body).toMatchObject({ can_tell: true, progress: { total: 2 } })
  await anonymous(approve.answer, { params, body: { answer: 'agree' } })
  const body = { request_id: first, verdict: 'works' } as const
  const headers = { 'idempotency-key': 'verdict' }
  const [answered, again] = await Promise.all([1, 2].map(() => anonymous(trials.answer, { params, body, headers })))
  expect(again!.body).toEqual(answered!.body)
  expect(answered!.body.trials.requests[0]).toMatchObject({
    standing: 'works',
    results: [{ user: { name: 'Имя client1' } }],
  })
  for (let n = 1; n < 20; n += 1) await anonymous(trials.answer, { params, body: { ...body, request_id: second } })
  const more = await anonymous(trials.answer, { params, body })
  expect([more.status, more.refusal.message]).toEqual([
    429,
    expect.stringMatching(/ 20 записей за 24 часа\. .* позже$/),
  ])
  expect((await anonymous(trials.ask, { params })).body.can_tell).toEqual(expect.stringContaining('20'))
  await world.manager(agreements.remove, { params: { id } })
  expect((await anonymous(trials.ask, { params })).status).toBe(410)
})

test('new builds ask about what failed in one letter, and a failure names its remark', async () => {
  const { id, first, second } = await onTest()
  await send(world, id)
  await report(world.client1, id, { request_id: first, verdict: 'works' })
  const failed = await report(world.client1, id, { request_id: second, verdict: 'fails', comment: 'Пустая страница' })
  const raised = failed.body.trials.requests[1]?.results[0]?.thread_id
  const remarks = await world.manager(threads.of, { params: { entity: 'agreement', id } })
  expect(remarks.body.threads.map((thread) => [thread.id, thread.blocks])).toEqual([[raised, true]])
  await emptyBox(world)
  const received = () => world.smtp.received.filter(({ to }) => to === 'client1@example.ru')
  await setBuild(id, '5.8.3')
  // A letter that was still waiting at the next build would not be sent: the collected one tells of that build.
  await allCome(world)
  await setBuild(id, '5.8.4')
  await allCome(world)
  const [letter, ...more] = received()
  expect(more).toEqual([])
  expect(letter?.mail.subject).toContain('Проверьте ещё раз')
  expect(letter?.mail.text).toContain(`№ ${second} Отчёт`)
  expect(letter?.mail.text).not.toContain(`№ ${first} `)
  const token = linkOf(world, 'client1@example.ru')
  const works = { request_id: second, verdict: 'works', comment: '' } as const
  expect((await world.product.anonymous(trials.answer, { params: { token }, body: works })).status).toBe(200)
  // The request works by now, so the collected letter asks for nothing any more.
  await emptyBox(world)
  world.product.clock.set(new Date(world.product.clock.now().getTime() + 11 * 60_000).toISOString())
  await sendHeld(world.product.deps)
  expect(received()).toEqual([])
})

/** Returns the ids of the files in the latest result of a request. */
const shownBy = (shown: trials.Trials, request_id: number) =>
  shown.requests.find((one) => one.request_id === request_id)?.results[0]?.files.map((file) => file.id)

test('files of a failure must be own uploads, and a success has none', async () => {
  const { id, first, second } = await onTest()
  const [own, foreign] = [
    await makeFile(world.product.deps.db, { uploaded_by: world.people.client1 }),
    await makeFile(world.product.deps.db, { uploaded_by: world.people.manager }),
  ]
  const fails = { request_id: second, verdict: 'fails', comment: 'Пустая страница' } as const
  expect((await report(world.client1, id, { ...fails, files: [foreign] })).status).toBe(422)
  expect((await report(world.client1, id, { request_id: first, verdict: 'works', files: [own] })).status).toBe(422)
  expect((await get(world.client1, id)).body.requests[1]?.results).toEqual([])
})

test('files of a failure are in its remark, and stay when its text is withdrawn', async () => {
  const { id, second } = await onTest()
  const own = await makeFile(world.product.deps.db, { uploaded_by: world.people.client1 })
  const body = { request_id: second, verdict: 'fails' as const, comment: 'Пустая страница', files: [own] }
  expect(shownBy((await report(world.client1, id, body)).body.trials, second)).toEqual([own])
  expect(shownBy((await get(world.manager, id)).body, second)).toEqual([own])
  const [remark] = (await world.manager(threads.of, { params: { entity: 'agreement', id } })).body.threads
  const [entry] = remark!.entries
  expect(entry!.files.map((file) => file.id)).toEqual([own])
  await world.client1(threads.withdraw, { params: { id: remark!.id, entry_id: entry!.id } })
  expect(shownBy((await get(world.client1, id)).body, second)).toEqual([own])
  const { db } = world.product.deps
  const open = await db.selectFrom('open_files').select('idcomp').distinct().where('file_id', '=', own).execute()
  expect(open).toEqual([{ idcomp: world.people.company1 }])
})

test('files of a failure can be uploaded and read through a letter’s link', async () => {
  const { id, second } = await onTest()
  await send(world, id)
  const params = { token: linkOf(world, 'client1@example.ru') }
  const url = `/api${linkedThreads.upload.path.replace(':token', params.token)}`
  const sent = await formOf([{ name: 'экран.txt', bytes: 'скриншот' }])
  const { file } = (await world.product.app.inject({ method: 'POST', url, ...sent })).json<{ file: FileInfo }>()
  const body = { request_id: second, verdict: 'fails' as const, comment: 'Пусто', files: [file.id] }
  const answered = await world.product.anonymous(trials.answer, { params, body })
  expect(answered.body.trials.requests[1]?.results[0]?.files.map(({ file_name }) => file_name)).toEqual(['экран.txt'])
  const bytes = await world.product.anonymous(linkedThreads.getFile, { params: { ...params, id: file.id } })
  expect(String(bytes.raw)).toBe('скриншот')
})

test('a company is not asked about requests in a module that was taken from it', async () => {
  const { id, first, second, release_id } = await onTest()
  const { people, product } = world
  const [kept, module] = [people.module, await makeModule(product.deps.db, [people.company1])]
  await report(world.client1, id, { request_id: first, verdict: 'fails', comment: 'Пустая страница' })
  const setModule = (idmod: number) =>
    product.deps.db.updateTable('requests').set({ idmod }).where('id', '=', first).execute()
  await setModule(module)
  expect((await get(world.client1, id)).body.requests).toHaveLength(2)
  await product.deps.db.deleteFrom('company_modules').where('idmod', '=', module).execute()
  const seen = (await get(world.client1, id)).body
  expect(seen.requests.map(({ request_id }) => request_id)).toEqual([second])
  expect(seen.progress).toEqual({ tried: 0, failing: 0, total: 1 })
  expect((await report(world.client1, id, { request_id: first, verdict: 'works' })).status).toBe(422)
  const { readiness } = (await world.manager(releases.get, { params: { id: release_id } })).body
  expect(readiness?.waiting[0]?.trials).toEqual(seen.progress)
  // What the company said about it stays with staff.
  expect((await get(world.manager, id)).body.requests.at(-1)).toMatchObject({
    request_id: first,
    in_release: false,
    results: [{ verdict: 'fails' }],
  })
  await report(world.client1, id, { request_id: second, verdict: 'works' })
  const trialsWaiting = async () =>
    (await world.client1(waiting.list, { query: { own: 'true' } })).body.data.filter(
      ({ kind, agreement_id }) => kind === 'trial' && agreement_id === id,
    )
  await setBuild(id, '5.8.3')
  expect(await toTryAgain(product.deps.db, id)).toMatchObject({ requests: [] })
  expect(await trialsWaiting()).toEqual([])
  await setModule(kept)
  expect(await toTryAgain(product.deps.db, id)).toMatchObject({ requests: [{ id: first }] })
})
