import { expect, test } from 'vitest'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { directoryWorld, okta } from '../../testing/scim.ts'
import { insertScimPerson } from './store.ts'

/** Groups with more members than a call has time for. */

const { directory, scim } = directoryWorld()
const MANY = 201

/** People whom the directory has created, without a call for each. */
async function manyPeople(): Promise<string[]> {
  const { deps } = directory.product
  const ids = Array.from({ length: MANY }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
  const at = deps.clock.now().toISOString()
  await inTransaction({ deps, person: NOBODY }, async (tx) => {
    for (const [n, id] of ids.entries()) {
      const attributes = JSON.stringify({ displayName: okta('').displayName, name: {}, emails: [] })
      const keys = { external_id: null, user_name: `many${n}` }
      await insertScimPerson(tx, { id, ...keys, attributes, active: true, created_at: at, changed_at: at })
    }
  })
  return ids
}

const entered = async () => {
  const { db } = directory.product.deps
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('login', 'like', 'many%')
    .where('is_blocked', '=', false)
    .execute()
  return rows.length
}

test('a group of very many is answered at once, and what it gives and takes follows', async () => {
  const members = (await manyPeople()).map((value) => ({ value }))
  const { status, body } = await scim('POST', '/Groups', { displayName: 'vypusk-staff', members })
  expect([status, await entered()]).toEqual([201, 0])
  expect(body.members).toHaveLength(MANY)
  await expect.poll(entered).toBe(MANY)
  expect((await scim('PUT', `/Groups/${body.id}`, { displayName: 'vypusk-staff', members: [] })).status).toBe(200)
  await expect.poll(entered).toBe(0)
})
