import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { deliveries, type QueryInput } from '@vypusk/contract'
import { momentOf } from '../../platform/clock.ts'
import { emit } from '../../platform/events.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { addresses, letterWorld, newAgreement, person, read, send } from '../../testing/letters.ts'
import { makeFile } from '../../testing/making/make-publication.ts'
import { makePerson } from '../../testing/making/make.ts'
import { queueAgain } from '../deliveries/port.ts'
import { sweepDeliveries } from './commands/deliveries.ts'
import { PATIENT } from '../../testing/patience.ts'
import { untilFree } from '../../testing/once-free.ts'

/** All deliveries, as an administrator sees them and sends them again. */

const world = letterWorld()
const refused = () => ({ responseCode: 550, message: '5.1.1 No such user' })
const busy = () => ({ responseCode: 451, message: '4.7.1 Later' })

const list = async (query: QueryInput<typeof deliveries.list> = {}) =>
  (await world.admin(deliveries.list, { query })).body

/** A copy of a publication's file, as publishing leaves it. */
async function makeCopy(input: { state: string; last_error?: string; target?: string }): Promise<number> {
  const { product, people } = world
  const actor = { deps: product.deps, person: await person(world, 'manager') }
  const file_id = await makeFile(product.deps.db, { file_name: 'Обновление.zip' })
  return inTransaction(actor, async (tx) => {
    const event_id = await emit(tx, actor, {
      kind: 'changed',
      entity: 'publication',
      entity_id: 1,
      companies: [],
      data: {},
    })
    const { id } = await tx
      .insertInto('deliveries')
      .values({
        kind: 'ftp',
        entity: 'publication',
        entity_id: 1,
        event_id,
        file_id,
        idcomp: people.company2,
        target: `Порт/Релиз/${file_id}.zip`,
        at: momentOf(product.clock),
        ...input,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** A letter that has failed permanently, about an agreement of its own. */
async function failedLetter(address = 'gone@example.ru'): Promise<number> {
  world.smtp.answer = refused
  const id = await newAgreement(world, { recipients: [], recipientsExtra: [address] })
  await send(world, id)
  world.smtp.answer = () => undefined
  const { deliveries: all } = await read(world, id)
  await untilFree(
    world.product.deps.db,
    all.map((one) => one.id),
  )
  return all.find(({ target }) => target === address)!.id
}

test('failed ones come first with their reason, then waiting ones with their next attempt, then sent ones', async () => {
  await send(world, await newAgreement(world))
  world.smtp.answer = busy
  const waiting = await newAgreement(world, { recipients: [], recipientsExtra: ['later@example.ru'] })
  await send(world, waiting)
  const failed = await failedLetter()
  const copied = await makeCopy({ state: 'failed', last_error: 'Сервер FTP недоступен' })
  const { data, counts, total } = await list()
  const states = data.map(({ state }) => state)
  expect(states).toEqual(states.toSorted())
  expect(data.slice(0, 2).map(({ id }) => id)).toEqual([copied, failed])
  expect(counts).toMatchObject({ failed: 2, queued: 1 })
  expect(total).toBe(counts.failed + counts.queued + counts.sent)
  expect(data[1]).toMatchObject({
    kind: 'mail',
    target: 'gone@example.ru',
    attempts: 1,
    last_error: 'Почтовый сервер ответил: 550 5.1.1 No such user',
    company: { idcomp: world.people.company1 },
    person: null,
    entity: 'agreement',
    next_at: null,
  })
  expect(data[0]).toMatchObject({ kind: 'ftp', subject: 'Обновление.zip', company: { idcomp: world.people.company2 } })
  expect(data.find(({ state }) => state === 'queued')).toMatchObject({ target: 'later@example.ru', attempts: 1 })
  await vi.waitFor(async () => expect((await list({ state: 'queued' })).data[0]?.next_at).toMatch(/^\d{4}-/), PATIENT)
})

test('are filtered by state, channel, company, words and days', async () => {
  const { company1, company2 } = world.people
  await makePerson(world.product.deps.db, 'storekeeper', { idcomp: company2, email: 'Sklad@port.example.ru' })
  const failed = await failedLetter('sklad@port.example.ru')
  const copied = await makeCopy({ state: 'sent', target: 'Морской порт/Весна/ёлка.zip' })
  const ids = async (query: QueryInput<typeof deliveries.list>) => (await list(query)).data.map(({ id }) => id)
  expect(await ids({ state: 'failed', search_string: 'SKLAD@port' })).toEqual([failed])
  expect(await ids({ kind: 'ftp', search_string: 'ЕЛКА' })).toEqual([copied])
  expect(await ids({ kind: 'mail', search_string: 'елка' })).toEqual([])
  expect(await ids({ search_string: 'обновление', kind: 'ftp' })).toContain(copied)
  expect(await ids({ client_ids: String(company2), state: 'failed', kind: 'mail' })).toEqual([failed])
  expect(await ids({ client_ids: String(company1) })).not.toContain(failed)
  expect(await ids({ date_from: '2026-03-07' })).toEqual([])
  expect(await ids({ date_to: '2026-03-06', search_string: 'sklad@port' })).toEqual([failed])
  expect((await list({ state: 'sent', search_string: 'sklad@port' })).counts).toEqual({ failed: 1, queued: 0, sent: 0 })
  const rows = (await list({ search_string: 'sklad@port' })).data
  expect(rows[0]).toMatchObject({ person: { name: 'Имя storekeeper' }, company: { idcomp: company2 } })
})

test('stay with the person and the company that had the address then', async () => {
  const { company1, company2 } = world.people
  const { db } = world.product.deps
  const id = await makePerson(db, 'mover', { idcomp: company2, email: 'mover@example.ru' })
  const failed = await failedLetter('mover@example.ru')
  const seen = async () => {
    const [row] = (await list({ search_string: 'mover@' })).data
    const of = async (company: number) =>
      (await list({ client_ids: String(company), state: 'failed', kind: 'mail' })).data.some((one) => one.id === failed)
    return [row?.person?.id, row?.company?.idcomp, await of(company1), await of(company2)]
  }
  expect(await seen()).toEqual([id, company2, false, true])
  await db.updateTable('users').set({ idcomp: company1 }).where('id', '=', id).execute()
  expect(await seen()).toEqual([id, company2, false, true])
  await db.updateTable('users').set({ email: 'another@example.ru' }).where('id', '=', id).execute()
  await makePerson(db, 'newcomer', { idcomp: company1, email: 'mover@example.ru' })
  expect(await seen()).toEqual([id, company2, false, true])
})

test.each([true, false])('in the order asked for, whatever they were found by, falling: %s', async (isDesc) => {
  const made: number[] = []
  for (const n of [1, 2, 3]) made.push(await makeCopy({ state: 'sent', target: `Порядок ${isDesc}/${n}.zip` }))
  const { data } = await list({ search_string: `порядок ${isDesc}`, order_by: 'id', isDesc })
  expect(data.map(({ id }) => id)).toEqual(isDesc ? made.toReversed() : made)
})

test('two administrators ask at once, twenty times: the letter leaves once', async () => {
  const id = await failedLetter('twice@example.ru')
  await makePerson(world.product.deps.db, 'admin2', { isAdmin: true })
  const both = [world.admin, await world.product.as('admin2')]
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => both[n % 2]!(deliveries.retry, { body: { ids: [id] } })),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(replies.reduce((sum, { body }) => sum + body.retried, 0)).toBe(1)
  await vi.waitFor(async () => expect((await list({ search_string: 'twice@' })).data[0]?.state).toBe('sent'), PATIENT)
  expect(addresses(world)).toEqual(['twice@example.ru'])
  const later = await world.admin(deliveries.retry, { body: { ids: [id] } })
  expect(later.body.retried).toBe(0)
})

test('all failed ones that match the filters are sent again, and nothing else', async () => {
  await failedLetter('all-1@example.ru')
  await failedLetter('all-2@example.ru')
  const rest = await failedLetter('alone@example.ru')
  const { body } = await world.admin(deliveries.retry, { body: { search_string: 'all-' } })
  expect(body.retried).toBe(2)
  await vi.waitFor(() => expect(addresses(world)).toEqual(['all-1@example.ru', 'all-2@example.ru']), PATIENT)
  expect((await list({ state: 'failed' })).data.map(({ id }) => id)).toContain(rest)
})

test('without an FTP server copies are not tried, and letters are', async () => {
  const copied = await makeCopy({ state: 'failed', last_error: 'Сервер FTP недоступен' })
  const refusal = await world.admin(deliveries.retry, { body: { ids: [copied] } })
  expect([refusal.status, refusal.refusal.message]).toEqual([422, 'Копирование на FTP не настроено: задайте FTP_URL'])
  const letter = await failedLetter('beside@example.ru')
  const { body } = await world.admin(deliveries.retry, { body: { ids: [copied, letter] } })
  expect(body.retried).toBe(1)
})

test('a waiting delivery that lost its job is queued again; one that has a job is not sent twice', async () => {
  const lost = await failedLetter('lost@example.ru')
  const { db } = world.product.deps
  await db.updateTable('deliveries').set({ state: 'queued' }).where('id', '=', lost).execute()
  world.smtp.answer = busy
  const id = await newAgreement(world, { recipients: [], recipientsExtra: ['has-job@example.ru'] })
  await send(world, id)
  world.smtp.answer = () => undefined
  await Promise.all([sweepDeliveries(world.product.deps), sweepDeliveries(world.product.deps)])
  await vi.waitFor(() => expect(addresses(world)).toContain('lost@example.ru'), PATIENT)
  await sweepDeliveries(world.product.deps)
  const jobs = await sql<{ count: number }>`select count(*) from pgboss.job as j join deliveries as d
    on d.id = (j.data ->> 'delivery_id')::int where d.target = 'has-job@example.ru'`.execute(db)
  expect(jobs.rows[0]?.count).toBe(1)
  expect(addresses(world).filter((to) => to === 'lost@example.ru')).toHaveLength(1)
})

test('of a waiting delivery that was repeated only the job of the repetition counts', async () => {
  world.smtp.answer = busy
  const agreement = await newAgreement(world, { recipients: [], recipientsExtra: ['twice@example.ru'] })
  await send(world, agreement)
  const id = (await read(world, agreement)).deliveries.find(({ target }) => target === 'twice@example.ru')!.id
  const { db } = world.product.deps
  await world.admin(deliveries.retry, { body: { ids: [id] } })
  await vi.waitFor(async () => expect((await list({ search_string: 'twice@' })).data[0]!.attempts).toBe(1), PATIENT)
  await untilFree(db, [id])
  const ofLetter = sql`name = 'deliver' and (data ->> 'delivery_id')::int = ${id} and state in ('created', 'retry')`
  const generations = async () => {
    const { rows } = await sql<{ generation: number | null }>`
      select (data ->> 'generation')::int as generation from pgboss.job where ${ofLetter} order by 1 nulls first`.execute(
      db,
    )
    return rows.map(({ generation }) => generation)
  }
  await vi.waitFor(async () => expect(await generations()).toEqual([null, 1]), PATIENT)
  await sql`update pgboss.job set state = 'cancelled' where ${ofLetter} and data ->> 'generation' = '1'`.execute(db)
  expect((await list({ search_string: 'twice@' })).data[0]!.next_at).toBeNull()
  await sweepDeliveries(world.product.deps)
  await vi.waitFor(async () => expect(await generations()).toEqual([null, 1]), PATIENT)
})

test('more are queued again at once than a statement has parameters', async () => {
  const { product } = world
  const ids = Array.from({ length: 70_000 }, (_, n) => 1_000_000 + n)
  const actor = { deps: product.deps, person: await person(world, 'manager') }
  expect(await inTransaction(actor, (tx) => queueAgain(tx, ids, momentOf(product.clock)))).toEqual([])
})
