import { expect, test } from 'vitest'
import { adminPeople } from '@vypusk/contract'
import { corporateWorld } from '../../testing/corporate.ts'

const world = corporateWorld({ groups: 'acme=client:1+registry' })
const { signIn, userBy } = world

test('somebody keeps the first company that an administrator has chosen, and has in the former what its groups give', async () => {
  const { product, people, provider } = world
  provider.people['s-16'] = { preferred_username: 'chosen', groups: ['acme'] }
  const { id } = await userBy('s-16')
  const admin = await product.as('admin')
  await admin(adminPeople.join, { params: { id }, body: { company: people.company2 } })
  await admin(adminPeople.first, { params: { id, company: people.company2 } })
  await product.deps.db.updateTable('users').set({ can_enter_registry: false }).where('id', '=', id).execute()
  expect(await userBy('s-16')).toMatchObject({ login: 'chosen' })
  const { body } = await admin(adminPeople.get, { params: { id } })
  expect(body).toMatchObject({ login: 'chosen', company: { idcomp: people.company2 }, can_enter_registry: false })
  expect(body.memberships).toMatchObject([{ id, company: { idcomp: people.company1 }, can_enter_registry: true }])
  provider.people['s-16'].groups = []
  expect((await signIn('s-16')).status).toBe(422)
})
