import { expect, test } from 'vitest'
import { webhooks } from '@vypusk/contract'
import { testApp } from '../../testing/app.ts'
import { makePeople } from '../../testing/making/make.ts'
import { startReceiver } from '../../testing/servers/receiver.ts'
import { addWebhook } from '../../testing/webhooks.ts'

test('a webhook with a corrected address starts afresh; the same address saved again does not', async () => {
  const receiver = await startReceiver()
  const product = await testApp({ WEBHOOKS_TO_PRIVATE: 'on' })
  await makePeople(product.deps.db)
  const admin = await product.as('admin')
  const params = { id: (await addWebhook(admin, `${receiver.url}/wrong`)).webhook.id }
  const now = async () => (await admin(webhooks.list)).body.webhooks.find(({ id }) => id === params.id)!
  receiver.answer = () => ({ status: 404 })
  await admin(webhooks.test, { params })
  const failing = await now()
  expect(failing.failing_since).not.toBeNull()
  // Noted while a clock was ahead: it is failing since now, not from then on.
  await product.deps.db.updateTable('webhooks').set({ failing_since: '2027-03-06T09:00:00.000Z' }).execute()
  await admin(webhooks.test, { params })
  expect(await now()).toMatchObject({ failing_since: failing.failing_since })
  await admin(webhooks.save, { params, body: { ...failing, kinds: ['release.changed', 'agreement.created'] } })
  expect(await now()).toMatchObject({ failing_since: failing.failing_since })
  const url = `${receiver.url}/right`
  await admin(webhooks.save, { params, body: { ...(await now()), url } })
  expect(await now()).toMatchObject({ url, failing_since: null })
  await product.close()
  await receiver.close()
})
