import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyChain } from '../testing/verify-chain.ts'
import { canonical } from './chain/record.ts'
import { recordChanges } from './history.ts'
import { inTransaction, type Transaction } from './transaction.ts'
import { eraseTexts } from './erasing.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { makePeople, makeRelease } from '../testing/making/make.ts'
import { NOBODY } from './person.ts'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
})
afterAll(() => product.close())

const actorOf = () => ({ deps: product.deps, person: { ...NOBODY, id: people.manager } })

interface Pair {
  release_id: number
  company_id: number
}

async function newPair(): Promise<Pair> {
  const release_id = await makeRelease(product.deps.db, { author_id: people.manager }, { companies: [people.company1] })
  return { release_id, company_id: people.company1 }
}

const say = (tx: Transaction, chain: Pair, text: string) =>
  recordChanges(tx, actorOf(), {
    entity: 'publication',
    entity_id: 1,
    titles: { text: 'Текст' },
    before: null,
    after: { text },
    note: `Сказано: ${text}`,
    chain,
  })

/** A chain with this many records, each written in its own transaction. */
async function newChain(length: number): Promise<Pair> {
  const pair = await newPair()
  for (let n = 1; n <= length; n += 1) await inTransaction(actorOf(), (tx) => say(tx, pair, `слово ${n}`))
  return pair
}

const verify = ({ release_id, company_id }: Pair) => verifyChain(product.deps.db, release_id, company_id)
const named = async (pair: Pair) => {
  const { fault } = await verify(pair)
  return fault && [fault.kind, fault.seq]
}

/** Changes the tables like somebody with full rights to them. */
const tamper = (statement: ReturnType<typeof sql>) =>
  product.deps.db.transaction().execute(async (tx) => {
    await sql`alter table history disable trigger user; alter table chain_heads disable trigger user`.execute(tx)
    await statement.execute(tx)
    await sql`alter table history enable trigger user; alter table chain_heads enable trigger user`.execute(tx)
  })
const chainOf = ({ release_id, company_id }: Pair) => `${release_id}/${company_id}`
const at = (pair: Pair, seq: number) => sql`chain = ${chainOf(pair)} and seq = ${seq}`

test('equal values have the same JSON text', () => {
  expect(canonical({ b: [1, { d: null, c: 'ё"\n' }], a: true })).toBe('{"a":true,"b":[1,{"c":"ё\\"\\n","d":null}]}')
  expect(canonical(undefined)).toBe('null')
})

describe('a chain', () => {
  test('is valid as it was written', async () => {
    expect(await verify(await newChain(4))).toMatchObject({ records: 4, fault: null })
  })

  test('without records is empty', async () => {
    expect(await verify(await newPair())).toMatchObject({ records: 0, fault: null })
  })

  test('does not grow by a transaction that was rolled back', async () => {
    const pair = await newChain(1)
    const failed = inTransaction(actorOf(), async (tx) => {
      await say(tx, pair, 'нет')
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await verify(pair)).toMatchObject({ records: 1, fault: null })
  })

  test('can be written concurrently, and every record has its own place', async () => {
    const pair = await newPair()
    const all = Array.from({ length: 12 }, (_, n) => inTransaction(actorOf(), (tx) => say(tx, pair, `сразу ${n}`)))
    await Promise.all(all)
    expect(await verify(pair)).toMatchObject({ records: 12, fault: null })
  })

  // Two concurrent first writers collided in the second index about once in a thousand times: too rarely to provoke it
  // here.
  test('has a single unique key for its head, so that two first writers cannot collide at another', async () => {
    const unique = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where indisunique and indrelid = 'chain_heads'::regclass`.execute(
      product.deps.db,
    )
    expect(unique.rows).toEqual([{ name: 'chain_heads_pk' }])
  })

  test('does not wait for another one, and two do not deadlock', async () => {
    const [one, other] = [await newPair(), await newPair()]
    const both = (first: Pair, second: Pair) =>
      inTransaction(actorOf(), async (tx) => {
        await say(tx, first, 'раз')
        await new Promise((resolve) => void setImmediate(resolve))
        await say(tx, second, 'два')
      })
    await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? both(one, other) : both(other, one))))
    expect(await verify(one)).toMatchObject({ records: 6, fault: null })
    expect(await verify(other)).toMatchObject({ records: 6, fault: null })
  })

  test('of forty companies is written by two statements', async () => {
    const { release_id } = await newPair()
    const pairs = Array.from({ length: 40 }, (_, n) => ({ release_id, company_id: 1000 + n }))
    await inTransaction(actorOf(), async (tx) => {
      for (const pair of pairs) await say(tx, pair, 'всем')
    })
    for (const pair of pairs) expect(await verify(pair)).toMatchObject({ records: 1, fault: null })
  })
})

describe('tampering with a chain is found and named', () => {
  test.each([
    ['a text', sql`after = '"слово 4"'`],
    ['a byte of a note', sql`note = 'Сказано: слово З'`],
    ['the person', sql`user_id = user_id + 1`],
    ['the moment', sql`at = at + interval '1 ms'`],
    ['the thing', sql`entity_id = 2`],
    ['the salt', sql`salt = set_byte(salt, 0, 255 - get_byte(salt, 0))`],
    ['the hash', sql`hash = set_byte(hash, 0, 255 - get_byte(hash, 0))`],
    ['the previous hash', sql`prev = set_byte(prev, 0, 255 - get_byte(prev, 0))`],
  ])('%s was changed', async (_, change) => {
    const pair = await newChain(5)
    await tamper(sql`update history set ${change} where ${at(pair, 3)}`)
    expect(await named(pair)).toEqual(['changed', 3])
  })

  test.each([1, 3, 5])('record %i is missing', async (seq) => {
    const pair = await newChain(5)
    await tamper(sql`delete from history where ${at(pair, seq)}`)
    expect(await named(pair)).toEqual(['missing', seq])
    expect((await verify(pair)).fault?.message).toBe(`Записи ${seq} нет`)
  })

  test('the places of two records were swapped', async () => {
    const pair = await newChain(5)
    await tamper(sql`update history set seq = 6 - seq where chain = ${chainOf(pair)} and seq in (2, 4)`)
    expect(await named(pair)).toEqual(['swapped', 2])
  })

  test('the contents of two records were swapped', async () => {
    const pair = await newChain(5)
    await tamper(sql`update history as h set before = o.before, after = o.after, note = o.note, salt = o.salt, at = o.at
      from history as o where h.chain = ${chainOf(pair)} and o.chain = h.chain and h.seq in (2, 4) and o.seq = 6 - h.seq`)
    expect(await named(pair)).toEqual(['swapped', 2])
  })

  test.each([
    ['in a place that is taken', sql`seq`, 3],
    ['after the last', sql`6`, 6],
    ['without a place', sql`null`, 6],
  ])('a record was added %s', async (_, seq, place) => {
    const pair = await newChain(5)
    await tamper(sql`insert into history (entity, entity_id, field, title, before, after, user_id, via, note, at, chain, seq, prev, hash, salt)
      select entity, entity_id, field, title, before, '"подделка"', user_id, via, note, at, chain, ${seq}, prev, hash, salt
      from history where ${at(pair, 3)}`)
    expect(await named(pair)).toEqual(['added', place])
  })

  test('the head omits the last record', async () => {
    const pair = await newChain(3)
    await tamper(sql`update chain_heads set seq = 2 where chain = ${chainOf(pair)}`)
    expect(await named(pair)).toEqual(['added', 3])
  })
})

describe('the table', () => {
  test.each([
    ['another text', sql`update history set after = '"иначе"'`],
    ['another chain', sql`update history set chain = '1/1'`],
    ['another hash', sql`update history set hash = ${Buffer.alloc(32)}`],
    ['deleting rows', sql`delete from history`],
    ['truncating', sql`truncate history`],
    ['a shorter chain', sql`update chain_heads set seq = seq - 1`],
    ['deleting a chain', sql`delete from chain_heads`],
  ])('refuses %s', async (_, statement) => {
    await newChain(1)
    await expect(statement.execute(product.deps.db)).rejects.toThrow(/only (added to|grows)/)
  })

  test('allows a text to be erased, and the chain stays valid', async () => {
    const pair = await newChain(3)
    const { db } = product.deps
    const { id } = await db
      .selectFrom('history')
      .select('id')
      .where('chain', '=', chainOf(pair))
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow()
    await inTransaction(actorOf(), (tx) => eraseTexts(tx, [id]))
    const left = await db.selectFrom('history').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(left).toMatchObject({ after: null, note: null, salt: null })
    expect(JSON.stringify(left)).not.toContain('слово')
    expect(await verify(pair)).toMatchObject({ records: 3, fault: null })
    await tamper(sql`update history set after = '"подделка"' where id = ${id}`)
    expect(await named(pair)).toEqual(['changed', 2])
  })
})
