import { expect, test } from 'vitest'
import { agreements, dates } from '@vypusk/contract'
import { addresses, emptyBox, letterWorld, read, type LetterWorld } from '../../../testing/letters.ts'
import { makeCompany, makePerson, makeRelease } from '../../../testing/making/make.ts'
import { statementsOf } from '../../../testing/statements.ts'

const world = letterWorld()

/** A release with this many companies of two people each. */
async function releaseOf({ product, people }: LetterWorld, name: string, many: number) {
  const { db } = product.deps
  const companies: number[] = []
  for (let n = 0; n < many; n += 1) {
    const idcomp = await makeCompany(db, { namecomp: `ООО «${name} ${n}»` })
    for (const half of ['a', 'b']) {
      await makePerson(db, `${name}${n}${half}`, { idcomp, isRivc: false, email: `${name}${n}${half}@example.ru` })
    }
    companies.push(idcomp)
  }
  const release_id = await makeRelease(
    db,
    { author_id: people.manager, plan_date: '2027-07-01' },
    { companies, modules: [people.module] },
  )
  return { release_id, companies }
}

const askAll = (release_id: number, companies: number[]) =>
  world.manager(dates.askAll, { params: { release_id }, body: { companies, chosen: [] } })

const begun = new Set(['begin', 'commit'])
/** The statements of the act itself, without those that poll the state of its letters. */
const acts = (texts: string[]) =>
  texts.filter(
    (text) =>
      !begun.has(text) && !text.startsWith('select pg_notify') && !text.includes('as "isTried" from "deliveries"'),
  )

/**
 * Nine more companies need fewer than nine more statements: names may be read again meanwhile, or a connection be
 * opened.
 */
function expectNoneForEach(twelve: string[], three: string[]) {
  expect(acts(twelve).length - acts(three).length).toBeLessThan(9)
}

test('twelve companies are asked with as many statements as three, each person by a letter and a link of their own', async () => {
  const few = await releaseOf(world, 'few', 3)
  const many = await releaseOf(world, 'many', 12)
  const three = await statementsOf(() => askAll(few.release_id, few.companies))
  await emptyBox(world)
  const twelve = await statementsOf(() => askAll(many.release_id, many.companies))
  expect(twelve.result.body.refused).toEqual([])
  expect(twelve.result.body.done.map(({ company_id }) => company_id)).toEqual(many.companies)
  expectNoneForEach(twelve.texts, three.texts)
  await expect.poll(() => new Set(addresses(world)).size).toBe(24)
  const links = world.smtp.received.map(({ mail }) => /\/approve\/([\w-]{43})/.exec(mail.text ?? '')?.[1])
  expect(new Set(links).size).toBe(24)
  const first = await read(world, twelve.result.body.done[0]!.id)
  expect(first).toMatchObject({ status: 1, recipients: [{ name: expect.any(String) }, {}] })
  expect(first.history.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Согласование', 'Получатели', 'Согласование поставщика']),
  )
})

/** Agreements of this many companies that were asked, in a release whose plan date has overtaken theirs. */
async function sentAgreements(name: string, many: number, plan_date: string) {
  const { release_id, companies } = await releaseOf(world, name, many)
  const { done } = (await askAll(release_id, companies)).body
  await emptyBox(world)
  const { db } = world.product.deps
  await db.updateTable('releases').set({ plan_date }).where('id', '=', release_id).execute()
  return done.map(({ id }) => id)
}

test.each([
  ['reminded', agreements.remindMany, 'Напоминание клиенту'],
  ['asked for another date', agreements.askAnother, 'Дата установки'],
] as const)('twelve are %s with as many statements as three', async (name, endpoint, title) => {
  const few = await sentAgreements(`few-${name[0]}`, 3, '2028-03-01')
  const many = await sentAgreements(`many-${name[0]}`, 12, '2028-06-01')
  const act = (ids: number[]) => statementsOf(() => world.manager(endpoint, { body: { ids } }))
  const three = await act(few)
  await emptyBox(world)
  const twelve = await act([...many, many[0]!, 999_999])
  expect(twelve.result.body.done).toEqual(many)
  expect(twelve.result.body.refused.map(({ id }) => id)).toEqual([999_999])
  expectNoneForEach(twelve.texts, three.texts)
  await expect.poll(() => new Set(addresses(world)).size).toBe(24)
  for (const id of many) {
    const { history, by_rivc, by_client } = await read(world, id)
    expect({ by_rivc, by_client }).toEqual({ by_rivc: true, by_client: false })
    expect(history.map((change) => change.title)).toContain(title)
  }
})
