import { beforeAll, describe, expect, test } from 'vitest'
import { adminPeople } from '@vypusk/contract'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction, type Transaction } from '../../platform/transaction.ts'
import { corporateWorld } from '../../testing/corporate.ts'
import { makeCompany, makePerson } from '../../testing/making/make.ts'
import { isLockAwaited } from '../../testing/transactions.ts'
import { insertScimPerson, updateScimPerson } from '../provisioning/store.ts'
import { lockSubject, personToLink } from './store/corporate.ts'

/** A corporate sign-in beside an administrator who changes the person or the company at the same moment. */

const world = corporateWorld({ groups: 'acme=client:1, later=client:3, staff=staff', link: 'email' })
const { signIn, userBy } = world

/** Makes a call that has to wait for what is locked first. @param change what is done then, before the commit */
async function beside<Reply, Changed>(
  lock: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<Reply>,
  change: (tx: Transaction) => Promise<Changed>,
) {
  const { deps } = world.product
  const replies: Promise<Reply>[] = []
  const changed = await inTransaction({ deps, person: NOBODY }, async (tx) => {
    await lock(tx)
    replies.push(call())
    await expect.poll(() => isLockAwaited(deps.db)).toBe(true)
    return change(tx)
  })
  return { reply: (await Promise.all(replies))[0], changed }
}

const lockPerson = (id: number) => (tx: Transaction) =>
  tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().skipLocked().execute()
const lockCompany = (idcomp: number) => (tx: Transaction) =>
  tx.selectFrom('companies').select('idcomp').where('idcomp', '=', idcomp).forNoKeyUpdate().execute()
const identitiesOf = (subject: string) =>
  world.product.deps.db.selectFrom('corporate_identities').selectAll().where('subject', '=', subject).execute()

test('nobody comes into a company that is being hidden', async () => {
  const idcomp = await makeCompany(world.product.deps.db)
  expect(idcomp).toBe(3)
  world.provider.people['a-1'] = { preferred_username: 'late', groups: ['later'] }
  const hide = (tx: Transaction) =>
    tx.updateTable('companies').set({ deleted_at: '2026-03-02T09:00:00.000Z' }).where('idcomp', '=', idcomp).execute()
  const { reply } = await beside(
    hide,
    () => signIn('a-1'),
    async () => {},
  )
  expect(reply).toMatchObject({ status: 422, refusal: { message: expect.stringMatching(/Компания вашей группы/) } })
  expect(await identitiesOf('a-1')).toEqual([])
})

test('a company is waited for before its people are locked', async () => {
  world.provider.people['a-2'] = { preferred_username: 'client', groups: ['acme'] }
  const { id } = await userBy('a-2')
  const { reply, changed } = await beside(lockCompany(1), () => signIn('a-2'), lockPerson(id))
  expect([reply?.status, changed]).toEqual([200, [{ id }]])
})

test('a link that is being removed does not come back', async () => {
  world.provider.people['a-3'] = { preferred_username: 'unlinked', groups: ['staff'] }
  const { id } = await userBy('a-3')
  const { reply } = await beside(
    lockPerson(id),
    () => signIn('a-3'),
    (tx) => tx.deleteFrom('corporate_identities').where('user_id', '=', id).execute(),
  )
  expect(reply?.status).toBe(422)
  expect(await identitiesOf('a-3')).toEqual([])
})

test('a link that is being moved to another account opens that one', async () => {
  world.provider.people['a-4'] = { preferred_username: 'moved', groups: ['staff'] }
  const { id } = await userBy('a-4')
  const other = await makePerson(world.product.deps.db, 'other')
  const { reply } = await beside(
    lockPerson(id),
    () => userBy('a-4'),
    (tx) => tx.updateTable('corporate_identities').set({ user_id: other }).where('user_id', '=', id).execute(),
  )
  expect(reply?.id).toBe(other)
})

test('an administrator who links a person waits for a sign-in of the subject before locking the person', async () => {
  const id = await makePerson(world.product.deps.db, 'linked')
  world.provider.people['a-5'] = { preferred_username: 'sample', groups: ['staff'] }
  await signIn('a-5')
  const [known] = await identitiesOf('a-5')
  const provider = known?.provider ?? ''
  const admin = await world.product.as('admin')
  const { reply, changed } = await beside(
    (tx) => lockSubject(tx, { provider, subject: 'a-6' }),
    () => admin(adminPeople.linkCorporate, { params: { id }, body: { subject: 'a-6' } }),
    lockPerson(id),
  )
  expect([reply?.status, changed]).toEqual([200, [{ id }]])
})

describe('whether a directory keeps a person is read', () => {
  const [id, at] = ['9b2f0c1e-0000-4000-8000-000000000001', '2026-03-02T09:00:00.000Z']
  const account = {
    provider: 'p',
    subject: 'k',
    login: 'kept',
    name: 'К',
    email: null,
    groups: null,
    externalId: 'k-1',
  }
  const toLink = (linksBy: 'login' | 'scim') => () =>
    inTransaction({ deps: world.product.deps, person: NOBODY }, (tx) => personToLink(tx, { ...account, linksBy }))
  let user_id = 0
  beforeAll(async () => {
    user_id = await makePerson(world.product.deps.db, 'kept')
  })

  test('once the person is locked: it begins to', async () => {
    const row = { id, user_id, external_id: 'k-1', user_name: 'kept', attributes: '{}', active: true }
    const { reply } = await beside(lockPerson(user_id), toLink('login'), (tx) =>
      insertScimPerson(tx, { ...row, created_at: at, changed_at: at }),
    )
    expect(reply).toMatchObject({ id: user_id, by_scim: true })
  })

  test('once the person is locked: it ceases to', async () => {
    const { reply } = await beside(lockPerson(user_id), toLink('scim'), (tx) =>
      updateScimPerson(tx, id, { gone_at: at }),
    )
    expect(reply).toBeUndefined()
  })
})
