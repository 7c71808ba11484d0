import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { accountBy, okta, openDirectory, type TestDirectory } from '../../testing/scim.ts'

/** The product is started with other `SCIM_GROUPS`, and the directory has nothing new to report. */

let directory: TestDirectory
beforeAll(async () => void (directory = await openDirectory({ SCIM_GROUPS: 'release-team=staff, acme=client:1' })))
afterAll(() => directory.product.close())

const own = () => accountBy(directory.product, 'orlova@acme.ru')

/** Another process on the same database, alone in running jobs. */
async function restarted(env: Record<string, string>) {
  directory.product.deps.jobs.rest()
  const { config } = directory.product
  return testApp(env, { database: { config, drop: async () => {} } })
}

test('people lose and get rights by the new setting at the start', async () => {
  const { body } = await directory.send('POST', '/Users', okta('orlova'))
  await directory.send('POST', '/Groups', { displayName: 'acme', members: [{ value: body.id }] })
  expect(await own()).toMatchObject({ idcomp: 1, is_blocked: false, can_enter_registry: false })

  const more = await restarted({ SCIM_GROUPS: 'acme=client:1+registry' })
  await expect.poll(own).toMatchObject({ can_enter_registry: true })
  more.deps.jobs.rest()

  const none = await restarted({ SCIM_GROUPS: 'release-team=staff' })
  await expect.poll(own).toMatchObject({ is_blocked: true })
  await Promise.all([more.close(), none.close()])
})
