import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { adminCompanies, companyCalendars, releases } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { agreementWorld, newAgreement, newRelease, update } from '../../testing/agreements.ts'
import { isLockAwaited } from '../../testing/transactions.ts'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockReleases } from '../releases/port.ts'
import { lockAgreement } from './store/agreements.ts'

/**
 * Who changes agreements and who changes their release or company waits for the other at most, and both are saved: a new
 * title, name or clock is written in agreements in the order of their ids, in which several are locked, wherever they
 * stand in the table.
 */

const world = agreementWorld()
let admin: Api
beforeAll(async () => {
  admin = await world.product.as('admin')
})

/** Makes two agreements with the first one behind the second in the table. */
async function pair(inOne: boolean): Promise<[first: number, second: number, release: number]> {
  const other = await newRelease(world)
  const release = await newRelease(world)
  const second = { company_id: world.people.company1, recipients: [world.people.client1] }
  const first = inOne ? { company_id: world.people.company2, recipients: [world.people.client2] } : second
  const ids = [await newAgreement(world, first, release), await newAgreement(world, second, inOne ? release : other)]
  const [one = 0, two = 0] = ids
  await sql`update agreements set updated_at = updated_at where id = ${one}`.execute(world.product.deps.db)
  return [one, two, release]
}

/** Begins something while the first agreement is locked, and locks the second when it waits. */
async function whileLocked<Reply>(first: number, second: number, begin: () => Promise<Reply>): Promise<Reply> {
  const begun = await inTransaction({ deps: world.product.deps, person: NOBODY }, async (tx) => {
    await lockAgreement(tx, first)
    const other = begin()
    await expect.poll(() => isLockAwaited(world.product.deps.db)).toBe(true)
    await lockAgreement(tx, second)
    return { other }
  })
  return begun.other
}

test('a release is renamed while its agreements are changed', async () => {
  const [first, second, id] = await pair(true)
  const body = { title: 'Новое название', start_date: '2026-03-01', plan_date: '2026-03-31' }
  const { status } = await whileLocked(first, second, () => world.manager(releases.save, { params: { id }, body }))
  expect(status).toBe(200)
})

test('a date is moved while its release is being changed', async () => {
  const release = await newRelease(world)
  const id = await newAgreement(world, {}, release)
  const moved = await inTransaction({ deps: world.product.deps, person: NOBODY }, async (tx) => {
    await lockReleases(tx, [release])
    const body = { updateTarget: 4, releaseDate: '2026-03-27', against_reason: 'Договорились' } as const
    return update(world.manager, id, body)
  })
  expect(moved.status).toBe(200)
})

test('a company is renamed while its agreements are changed', async () => {
  const [first, second] = await pair(false)
  const params = { id: world.people.company1 }
  const { modules } = (await admin(adminCompanies.get, { params })).body
  const body = { namecomp: 'Новое имя', modules: modules.map(({ idmod }) => idmod) }
  const { status } = await whileLocked(first, second, () => admin(adminCompanies.save, { params, body }))
  expect(status).toBe(200)
})

test('a company gets another clock while its agreements are changed', async () => {
  const [first, second] = await pair(false)
  const params = { id: world.people.company1 }
  const { version } = (await world.manager(companyCalendars.get, { params })).body
  const body = { zone: 'Asia/Vladivostok', working: companyCalendars.USUAL_WEEK, installing: null, version }
  const { status } = await whileLocked(first, second, () => world.manager(companyCalendars.save, { params, body }))
  expect(status).toBe(200)
})
