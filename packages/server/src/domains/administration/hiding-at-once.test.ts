import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminPeople } from '@vypusk/contract'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { testApp, type Api, type TestApp } from '../../testing/app.ts'
import { makeCompany, makePeople, makePerson } from '../../testing/making/make.ts'
import { isLockAwaited } from '../../testing/transactions.ts'

/** An administrator changes a person while another one hides a company: both wait for each other in one order. */

let product: TestApp
let admin: Api
let serial = 0
/** A person of two companies. */
let id: number
let first: number
let further: number

const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }

beforeAll(async () => {
  product = await testApp()
  await makePeople(product.deps.db)
  admin = await product.as('admin')
})
afterAll(() => product.close())
beforeEach(async () => {
  const { db } = product.deps
  serial += 1
  first = await makeCompany(db)
  further = await makeCompany(db)
  id = await makePerson(db, `several${serial}`, { idcomp: first })
  await admin(adminPeople.join, { params: { id }, body: { company: further, ...rights } })
})

const fields = () => ({ login: `several${serial}`, name: 'Иная', email: null, isAdmin: false })

test.each([
  ['is blocked', () => first, () => admin(adminPeople.block, { params: { id }, body: { is_blocked: true } }), 200],
  [
    'gets another first company',
    () => further,
    () => admin(adminPeople.first, { params: { id, company: further } }),
    200,
  ],
  [
    'is moved',
    () => further,
    () => admin(adminPeople.save, { params: { id }, body: { ...fields(), company: further } }),
    422,
  ],
])('the person can be locked after the company: one who %s', async (_, company, change, status) => {
  const { deps } = product
  const replies: ReturnType<typeof change>[] = []
  const locked = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await tx.selectFrom('companies').select('idcomp').where('idcomp', '=', company()).forNoKeyUpdate().execute()
    let isDone = false
    replies.push(change())
    void replies[0]?.then(() => (isDone = true))
    await expect.poll(async () => isDone || (await isLockAwaited(deps.db))).toBe(true)
    return tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().skipLocked().execute()
  })
  expect(locked).toEqual([{ id }])
  expect((await replies[0])?.status).toBe(status)
})
