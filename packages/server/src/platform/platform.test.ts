import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Person } from './call.ts'
import { emit } from './events.ts'
import { historyOf, recordChanges } from './history.ts'
import { inTransaction, Replay } from './transaction.ts'
import { makePeople } from '../testing/making/make.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { liveEventsOf, personBy } from '../testing/live-events.ts'

let product: TestApp
let actor: Actor
let client1: Person
beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  actor = { deps: product.deps, person: await personBy(product, 'manager') }
  client1 = await personBy(product, 'client1')
})
afterAll(() => product.close())

const change = (companies: number[] | null) =>
  inTransaction(actor, (tx) =>
    emit(tx, actor, { kind: 'changed', entity: 'company', entity_id: 7, version: 2, companies, data: {} }),
  )

describe('history', () => {
  const titles = { title: 'Название', hours: 'Часы' }
  const record = (before: object | null, after: { title: string; hours: number | null }, entity_id: number) =>
    inTransaction(actor, (tx) =>
      recordChanges(tx, actor, { entity: 'release', entity_id, titles, before: before as typeof after, after }),
    )

  test('records each changed field with its author and moment', async () => {
    expect(await record({ title: 'а', hours: 5 }, { title: 'б', hours: 5 }, 1)).toEqual(['title'])
    expect(await historyOf(product.deps.db, 'release', 1)).toMatchObject([
      {
        field: 'title',
        title: 'Название',
        before: 'а',
        after: 'б',
        via: 'screen',
        at: product.clock.now().toISOString(),
      },
    ])
  })

  test('of a new thing contains only fields that were filled in', async () => {
    expect(await record(null, { title: 'а', hours: null }, 2)).toEqual(['title'])
  })

  test('is not written when nothing changed', async () => {
    expect(await record({ title: 'а', hours: 5 }, { title: 'а', hours: 5 }, 3)).toEqual([])
  })
})

describe('a transaction with a key', () => {
  const run = (key: string, endpoint: string, work: () => Promise<unknown>) =>
    inTransaction({ ...actor, idempotency: { key, endpoint } }, work).catch((error: unknown) => error)

  test('does its work once even for twenty concurrent calls, and returns the same to all', async () => {
    let done = 0
    const work = async () => {
      done += 1
      await pause(20)
      return { id: done }
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => run('k1', '/x', work)))
    expect(done).toBe(1)
    const replies = answers.map((answer) => (answer instanceof Replay ? answer.reply : answer))
    expect(replies).toEqual(Array.from({ length: 20 }, () => ({ id: 1 })))
  })

  test('leaves the key free when it fails', async () => {
    const failure = new Error('no')
    expect(await run('k2', '/x', () => Promise.reject(failure))).toBe(failure)
    expect(await run('k2', '/x', async () => ({ id: 5 }))).toEqual({ id: 5 })
  })

  test('refuses a key that was used for another call', async () => {
    await run('k3', '/x', async () => ({}))
    expect(await run('k3', '/y', async () => ({}))).toMatchObject({ status: 422 })
  })

  test('forgets it after a day', async () => {
    await run('k4', '/x', async () => ({ id: 1 }))
    const before = product.clock.now()
    product.clock.set(new Date(before.getTime() + 24 * 3600 * 1000 + 1).toISOString())
    expect(await run('k4', '/x', async () => ({ id: 2 }))).toEqual({ id: 2 })
    product.clock.set(before.toISOString())
  })

  test('forgets it a day after a clock that was ahead is right again', async () => {
    const before = product.clock.now()
    const hoursLater = (hours: number) =>
      product.clock.set(new Date(before.getTime() + hours * 3600 * 1000).toISOString())
    hoursLater(24 * 180)
    await run('ahead', '/x', async () => ({ id: 1 }))
    hoursLater(0)
    // The reply of a moment ago may still be on its way.
    expect(await run('ahead', '/x', async () => ({ id: 2 }))).toMatchObject({ reply: { id: 1 } })
    await run('any other', '/x', async () => ({}))
    hoursLater(23)
    expect(await run('ahead', '/x', async () => ({ id: 2 }))).toMatchObject({ reply: { id: 1 } })
    hoursLater(25)
    expect(await run('ahead', '/x', async () => ({ id: 2 }))).toEqual({ id: 2 })
    hoursLater(0)
  })

  test('holds nobody up while it deletes expired ones', async () => {
    await run('k5', '/x', async () => ({}))
    await run('k6', '/x', async () => ({}))
    const before = product.clock.now()
    product.clock.set(new Date(before.getTime() + 24 * 3600 * 1000 + 1).toISOString())
    const meanwhile = () => run('k7', '/x', async () => ({ id: 7 }))
    expect(await run('k5', '/x', async () => [await meanwhile()])).toEqual([{ id: 7 }])
    product.clock.set(before.toISOString())
    const keys = product.deps.db.selectFrom('idempotency_keys').select('key').where('key', 'in', ['k5', 'k6', 'k7'])
    expect(await keys.orderBy('key').execute()).toEqual([{ key: 'k5' }, { key: 'k7' }])
  })
})

describe('events', () => {
  const received = async (person: Person, act: () => Promise<unknown>) =>
    (await liveEventsOf(product, [person], act))[0]

  test('reach staff and the companies they name, after commit', async () => {
    const event = { entity: 'company', id: 7, version: 2, by: actor.person.id }
    expect(await received(actor.person, () => change([]))).toEqual([event])
    expect(await received(client1, () => change([client1.idcomp ?? 0]))).toEqual([event])
    expect(await received(client1, () => change(null))).toEqual([event])
  })

  test('do not reach other companies', async () => {
    expect(await received(client1, () => change([(client1.idcomp ?? 0) + 1]))).toEqual([])
    expect(await received(client1, () => change([]))).toEqual([])
  })

  test('of a change that was rolled back reach nobody', async () => {
    const rolledBack = () =>
      inTransaction(actor, async (tx) => {
        await emit(tx, actor, { kind: 'changed', entity: 'company', entity_id: 8, companies: null, data: {} })
        throw new Error('no')
      }).catch(() => {})
    expect(await received(actor.person, rolledBack)).toEqual([])
  })
})
