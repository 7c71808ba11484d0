import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { agreements, releases } from '@vypusk/contract'
import { letterWorld } from '../../../testing/letters.ts'
import { makeCompany, makePerson, makeRelease } from '../../../testing/making/make.ts'
import { countOf, manyAgreements } from '../../../testing/making/many-agreements.ts'
import { statementsOf } from '../../../testing/statements.ts'

/** Letters to many people who follow things, and to people who follow many things. */

const world = letterWorld()

/** Lets people follow things, of whose moved dates they want letters. */
async function follow(entity: 'release' | 'agreement', things: number[], people: number[]): Promise<void> {
  const { db } = world.product.deps
  await sql`
    insert into watchers (entity, entity_id, user_id, watches, at)
    select ${entity}, thing, person, true, timestamptz '2026-03-01T09:00:00Z'
    from unnest(${things}::int[]) as thing, unnest(${people}::int[]) as person`.execute(db)
  await sql`
    insert into notice_settings (user_id, kind, screen, letter, digest)
    select person, 'moved', true, true, false from unnest(${people}::int[]) as person
    on conflict do nothing`.execute(db)
}

/** The letters about things: whom they are stored under, and where they go. */
const lettersAbout = async (entity: 'release' | 'agreement', things: number[]) => {
  const { rows } = await sql<{ reader: number; about: number; target: string }>`
    select letter.entity_id as reader, letter.about_id as about, delivery.target
    from letters as letter join deliveries as delivery on delivery.letter_id = letter.id
    where letter.entity = 'notice' and letter.about_entity = ${entity}
      and letter.about_id = any(${things}::int[])
    order by letter.about_id, letter.id`.execute(world.product.deps.db)
  return rows
}

/** Moves a release that so many people follow. */
async function movedRelease(many: number) {
  const { product, people, manager } = world
  const { db } = product.deps
  const id = await makeRelease(db, { author_id: people.manager })
  const { rows } = await sql<{ id: number; email: string }>`
    insert into users (login, name, email, password_hash, "isRivc")
    select 'follower' || ${id}::int || '-' || n, 'Имя', 'follower' || ${id}::int || '-' || n || '@example.ru', '', true
    from generate_series(1, ${many}::int) as n returning id, email`.execute(db)
  await follow(
    'release',
    [id],
    rows.map((row) => row.id),
  )
  const body = { title: 'Весна', start_date: '2026-03-02', plan_date: '2026-04-07' }
  const { result, texts } = await statementsOf(() => manager(releases.save, { params: { id }, body }))
  expect(result.status).toBe(200)
  const expected = rows.map((row) => ({ reader: row.id, about: id, target: row.email }))
  return { letters: await lettersAbout('release', [id]), expected, count: countOf(texts) }
}

test('500 people who follow a release are written to with hardly more statements than 40', async () => {
  const forty = await movedRelease(40)
  const { letters, expected, count } = await movedRelease(500)
  expect(letters).toHaveLength(500)
  expect(letters).toEqual(expect.arrayContaining(expected))
  // Letters are inserted 200 at once.
  expect(count - forty.count).toBeLessThan(10)
})

test('a person who follows 200 agreements is told of each with as many statements as of 40', async () => {
  const moved = async (many: number) => {
    const { product, people, manager } = world
    const { ids } = await manyAgreements(product, people.manager, many, { releaseDate: '2026-06-01' })
    await follow('agreement', ids, [people.admin])
    const { result, texts } = await statementsOf(() => manager(agreements.askAnother, { body: { ids } }))
    expect(result.body.done).toEqual(ids)
    const told = ids.map((about) => ({ reader: people.admin, about, target: 'admin@example.ru' }))
    expect(await lettersAbout('agreement', ids)).toEqual(told)
    return countOf(texts)
  }
  const forty = await moved(40)
  expect((await moved(200)) - forty).toBeLessThan(10)
})

test('a letter names the company of a reader who has several, whoever else is written to by the same act', async () => {
  const { product, people } = world
  const { db } = product.deps
  const other = await makeCompany(db, { namecomp: 'ООО «Вторая из двух»' })
  const of = { idcomp: other, isRivc: false, person_id: people.client1, password_hash: null }
  const own = await makePerson(db, 'several', of)
  const id = await makeRelease(db, { author_id: people.manager }, { companies: [other, people.company1] })
  await follow('release', [id], [own, people.client1, people.admin])
  const body = { title: 'Весна', start_date: '2026-03-02', plan_date: '2026-04-07' }
  await world.manager(releases.save, { params: { id }, body: { ...body, companies: [other, people.company1] } })
  const { rows } = await sql<{ entity_id: number; text: string }>`
    select entity_id, text from letters where entity = 'notice' and about_id = ${id} order by entity_id`.execute(db)
  const named = rows.filter(({ text }) => text.includes('Вторая из двух')).map(({ entity_id }) => entity_id)
  expect(named).toEqual([own])
  expect(rows.map(({ entity_id }) => entity_id)).toContain(people.admin)
})
