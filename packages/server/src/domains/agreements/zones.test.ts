import { expect, test } from 'vitest'
import { consequences, offers, zones } from '@vypusk/contract'
import { verifyChain } from '../../testing/verify-chain.ts'
import { keepZone, replaceZone } from '../../platform/database/kept-zone.ts'
import { PRODUCT } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { newAgreement, newRelease, read, agreementWorld, update } from '../../testing/agreements.ts'
import { testLog } from '../../testing/log.ts'
import { rewriteInZone } from './port.ts'

/** The installation's time zone is changed by an administrator (zone.ts). */

const world = agreementWorld()

const rewrite = (from: string, to: string) => {
  const actor = { deps: world.product.deps, person: PRODUCT }
  return inTransaction(actor, (tx) => rewriteInZone(tx, actor, { from, to }))
}

const stored = (id: number) =>
  world.product.deps.db
    .selectFrom('agreements')
    .select(['releaseDate', 'releaseTime', 'version', 'calendar_sequence', 'release_id', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('dates with a time are rewritten for the new clocks, and the history says why; no moment moves', async () => {
  const id = await newAgreement(world)
  await update(world.manager, id, { updateTarget: 5 })
  const offer = { releaseDate: '2026-03-27', releaseTime: '04:30', reason: '' }
  await world.client1(offers.propose, { params: { id }, body: offer })
  const whole = await newAgreement(world, { releaseTime: null }, await newRelease(world))
  const before = await stored(id)
  const untouched = await stored(whole)

  expect(await rewrite('UTC', 'Asia/Vladivostok')).toBe(1)
  const after = { releaseDate: '2026-03-21', releaseTime: '08:00', version: before.version + 1 }
  expect(await stored(id)).toEqual({ ...before, ...after })
  expect(await stored(whole)).toEqual(untouched)
  const agreement = await read(world.manager, id)
  expect(agreement.offer).toMatchObject({ releaseDate: '2026-03-27', releaseTime: '14:30' })
  const note = 'Часовой пояс системы изменён с UTC на Asia/Vladivostok; момент установки прежний'
  expect(
    agreement.history.slice(0, 2).map(({ title, before: was, after: is, note: why }) => [title, was, is, why]),
  ).toEqual([
    ['Время установки', '22:00', '08:00', note],
    ['Дата установки', '2026-03-20', '2026-03-21', note],
  ])
  const { fault } = await verifyChain(world.product.deps.db, before.release_id, before.company_id)
  expect(fault).toBeNull()

  expect(await rewrite('Asia/Vladivostok', 'UTC')).toBe(1)
  expect(await stored(id)).toEqual({ ...before, version: before.version + 2 })
})

test('a withdrawn date stays withdrawn, so that it holds no day and stays cancelled in calendars', async () => {
  const id = await newAgreement(world, { releaseDate: '2026-04-10', releaseTime: '22:00' }, await newRelease(world))
  await update(world.manager, id, { updateTarget: 5 })
  expect((await world.manager(consequences.withdraw, { body: { ids: [id] } })).status).toBe(200)
  const isWithdrawn = async () =>
    await world.product.deps.db
      .selectFrom('agreements')
      .select(['releaseTime', 'is_date_withdrawn', 'calendar_sequence'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const before = await isWithdrawn()
  expect(before.is_date_withdrawn).toBe(true)
  await rewrite('UTC', 'Asia/Vladivostok')
  expect(await isWithdrawn()).toEqual({ ...before, releaseTime: '08:00' })
  await rewrite('Asia/Vladivostok', 'UTC')
  expect(await isWithdrawn()).toEqual(before)
})

test('a moment in the hour that the new clocks show twice is refused, and nothing is changed', async () => {
  const wall = { releaseDate: '2026-10-25', releaseTime: '01:30' }
  const id = await newAgreement(world, wall)
  await expect(rewrite('UTC', 'Europe/Berlin')).rejects.toThrow('25.10.2026, воскресенье, 01:30 UTC там не записать')
  expect(await stored(id)).toMatchObject(wall)
})

test('the kept zone is replaced by one that PostgreSQL knows', async () => {
  const { db } = world.product.deps
  const { config } = world.product
  await keepZone(config, testLog)
  const replace = (zone: string) =>
    inTransaction({ deps: world.product.deps, person: PRODUCT }, (tx) => replaceZone(tx, zone))
  await expect(replace('Mars/X')).rejects.toThrow('PostgreSQL не знает часового пояса Mars/X')
  await replace('Asia/Omsk')
  const kept = await db.selectFrom('installation').select('value').where('key', '=', 'zone').executeTakeFirst()
  expect(kept).toEqual({ value: 'Asia/Omsk' })
  expect(zones.ownZone()).toBe('UTC')
})
