import { expect, test } from 'vitest'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { isLockAwaited } from '../../testing/transactions.ts'
import { directoryWorld, patch } from '../../testing/scim.ts'

/** The directory reports somebody whom an administrator is changing at the same moment. */

const { directory, scim, named, own } = directoryWorld({ SCIM_GROUPS: 'vypusk-staff=staff, acme=client:1' })

/** Makes the directory's call while this change of the person's account is not yet committed. */
async function meanwhile(id: number, change: object, call: () => Promise<unknown>): Promise<void> {
  const { deps } = directory.product
  let reply: Promise<unknown> = Promise.resolve()
  await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await tx.updateTable('users').set(change).where('id', '=', id).execute()
    reply = call()
    await expect.poll(() => isLockAwaited(deps.db)).toBe(true)
  })
  await reply
}

const report = (id: string, value: object) => scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value }))

test('whom an administrator blocks stays blocked, and keeps the rights that are being given', async () => {
  const id = await named()
  await directory.grantAccess(id)
  const person = (await own())?.id ?? 0
  const change = { is_blocked: true, can_enter_registry: true }
  await meanwhile(person, change, () => report(id, { displayName: 'Вера Новая' }))
  expect(await own()).toMatchObject({ name: 'Вера Новая', ...change })
})
