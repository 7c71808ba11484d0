import { expect, test } from 'vitest'
import { adminPeople } from '@vypusk/contract'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction, type Transaction } from '../../platform/transaction.ts'
import { makeCompany } from '../../testing/making/make.ts'
import { isLockAwaited } from '../../testing/transactions.ts'
import { directoryWorld, GROUP, patch } from '../../testing/scim.ts'
import { settle } from './commands/settling.ts'
import { bumpPerson } from './store.ts'

/** The directory reports somebody whom an administrator is changing at the same moment. */

const { directory, scim, named, own } = directoryWorld({ SCIM_GROUPS: 'vypusk-staff=staff, acme=client:1' })

/** Makes a call that has to wait for this change, which is not yet committed. */
async function meanwhile<Reply>(change: (tx: Transaction) => Promise<unknown>, call: () => Promise<Reply>) {
  const { deps } = directory.product
  const replies: Promise<Reply>[] = []
  await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await change(tx)
    replies.push(call())
    await expect.poll(() => isLockAwaited(deps.db)).toBe(true)
  })
  return (await Promise.all(replies))[0]
}

const changing = (id: number, change: object) => (tx: Transaction) =>
  tx.updateTable('users').set(change).where('id', '=', id).execute()
const report = (id: string, value: object) => scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value }))
const block = (id: number, is_blocked: boolean) =>
  directory.admin(adminPeople.block, { params: { id }, body: { is_blocked } })

test('whom an administrator blocks stays blocked, and keeps the rights that are being given', async () => {
  const id = await named()
  await directory.grantAccess(id)
  const person = (await own())?.id ?? 0
  const change = { is_blocked: true, can_enter_registry: true }
  await meanwhile(changing(person, change), () => report(id, { displayName: 'Вера Новая' }))
  expect(await own()).toMatchObject({ name: 'Вера Новая', ...change })
})

test('whom an administrator unblocks is put out by the directory, which can let them in again', async () => {
  const id = await named()
  await directory.grantAccess(id)
  const person = (await own())?.id ?? 0
  await block(person, true)
  await meanwhile(changing(person, { is_blocked: false }), () => report(id, { active: false }))
  expect(await own()).toMatchObject({ is_blocked: true })
  expect((await block(person, false)).refusal.message).toBe('Доступ закрыл каталог компании: откройте его там')
  await report(id, { active: true })
  expect(await own()).toMatchObject({ is_blocked: false })
})

test('whom the directory puts out is not unblocked by an administrator', async () => {
  const id = await named()
  await directory.grantAccess(id)
  const person = (await own())?.id ?? 0
  await block(person, true)
  const shut = async (tx: Transaction) => {
    await bumpPerson(tx, id, { active: false })
    await settle(tx, { deps: directory.product.deps, person: NOBODY }, [id])
  }
  const reply = await meanwhile(shut, () => block(person, false))
  expect(reply?.refusal.message).toBe('Доступ закрыл каталог компании: откройте его там')
  expect(await own()).toMatchObject({ is_blocked: true })
})

test('a company that is being hidden is waited for before its people are locked', async () => {
  const id = await named()
  await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'acme', members: [{ value: id }] })
  const person = (await own())?.id ?? 0
  const { deps } = directory.product
  const company = await makeCompany(deps.db)
  const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
  await directory.admin(adminPeople.join, { params: { id: person }, body: { company, ...rights } })
  const replies: Promise<unknown>[] = []
  const locked = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await tx.selectFrom('companies').select('idcomp').where('idcomp', '=', company).forNoKeyUpdate().execute()
    replies.push(report(id, { displayName: 'Вера Новая' }))
    await expect.poll(() => isLockAwaited(deps.db)).toBe(true)
    return tx.selectFrom('users').select('id').where('id', '=', person).forUpdate().skipLocked().execute()
  })
  await Promise.all(replies)
  expect(locked).toEqual([{ id: person }])
})
