import { afterAll, beforeAll, expect, test } from 'vitest'
import { releases } from '@vypusk/contract'
import { testApp, type TestApp } from '../../../testing/app.ts'
import { makeAgreement, makeCompany, makePeople, makeRelease, makeRequest } from '../../../testing/making/make.ts'
import { lookAtScopes } from '../../agreements/commands/scope-changes.ts'
import { sendHeld } from './holding/holding.ts'

/** Forty requests, one after another, added to a release that forty companies were asked about. */

const MANY = 40
let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>

beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
})
afterAll(() => product.close())

const numbers = Array.from({ length: MANY }, (_, n) => n)

/** A release with a request of each company, each asked for approval. */
async function sentAgreements() {
  const { db } = product.deps
  const { manager: author_id, module: idmod } = people
  const companies: number[] = []
  for (const n of numbers) companies.push(await makeCompany(db, { namecomp: `ООО «Сороковая ${n}»` }))
  await db
    .insertInto('company_modules')
    .values(companies.map((idcomp) => ({ idcomp, idmod })))
    .execute()
  const release_id = await makeRelease(db, { author_id }, { companies, modules: [idmod] })
  const at = product.deps.clock.now().toISOString()
  const sent = { by_rivc: true, sent_at: at, heard_at: at, releaseDate: '2026-03-20' }
  for (const [n, company_id] of companies.entries()) {
    await makeAgreement(db, { author_id, release_id, company_id, ...sent, recipientsExtra: [`it${n}@example.ru`] })
    await makeRequest(db, { author_id, idcomp: company_id, idmod, release_id })
  }
  await lookAtScopes(product.deps)
  const more: number[] = []
  // Every second company has two, twenty minutes apart.
  const half = companies.slice(0, MANY / 2)
  for (const idcomp of [...half, ...half]) more.push(await makeRequest(db, { author_id, idcomp, idmod }))
  return { release_id, more }
}

const minutesLater = (minutes: number) => {
  const { clock } = product
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString())
}

/** What the product does every minute by itself. */
async function work() {
  await lookAtScopes(product.deps)
  await sendHeld(product.deps)
}

const written = async () => {
  const rows = await product.deps.db.selectFrom('deliveries').select('target').where('kind', '=', 'mail').execute()
  return rows.map(({ target }) => target)
}

test('make at most forty letters, and each company gets one a day', async () => {
  const manager = await product.as('manager')
  const { release_id, more } = await sentAgreements()
  const before = (await written()).length
  for (const [n, request] of more.entries()) {
    const added = await manager(releases.addRequests, { params: { id: release_id }, body: { requests: [request] } })
    expect(added.status).toBe(200)
    minutesLater(1)
    if (n % 4 === 3) await work()
  }
  minutesLater(60)
  await work()
  const letters = (await written()).slice(before).filter((target) => target.startsWith('it'))
  // The second change of a company within a day waits for the next one.
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters).toHaveLength(MANY / 2)
  minutesLater(24 * 60)
  await work()
  expect((await written()).length - before).toBeLessThanOrEqual(MANY)
  expect((await written()).slice(before).filter((target) => target.startsWith('it'))).toHaveLength(MANY)
})
