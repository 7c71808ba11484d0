import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPeople, auth, corporate } from '@vypusk/contract'
import { makePeople } from '../../testing/make.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { OIDC_CLIENT, startOidc, type TestOidc } from '../../testing/oidc.ts'
import { passProvider } from '../../testing/oidc-browser.ts'

const PUBLIC_URL = 'http://127.0.0.1:3000'
const RETURN_URL = `${PUBLIC_URL}/login/corporate`

let provider: TestOidc
let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
beforeAll(async () => {
  provider = await startOidc(PUBLIC_URL)
  product = await testApp({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT.id,
    OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    OIDC_NAME: 'Войти через портал',
    OIDC_GROUPS: 'acme=client:1+registry',
  })
  people = await makePeople(product.deps.db)
})
afterAll(async () => {
  await product.close()
  await provider.close()
})
/** Goes from the button to the provider and back to our page, as the browser does. */
async function pass(subject: string) {
  const { url, ...begun } = (await product.anonymous(corporate.start)).body
  return { ...begun, search: await passProvider(url, RETURN_URL, subject) }
}
const signIn = async (subject: string) => product.anonymous(corporate.finish, { body: await pass(subject) })
const userBy = async (subject: string) => {
  const { body } = await signIn(subject)
  return (await product.withToken(body.access_token)(auth.getUser)).body
}
test('somebody keeps the first company that an administrator has chosen, and has in the former what its groups give', async () => {
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
