import { expect, test } from './fixtures.ts'

/** What the first screen asks before its program has come (docs/decisions/0125, 0185). */

/** What leaves as one call (contract, FIRST_READS). */
const FIRST_READS = [
  '/api/auth/user',
  '/api/auth/entrance',
  '/api/user/settings',
  '/api/requests-registry/check-entry-access',
  '/api/requests-registry/check-create-access',
  '/api/notices/count',
]

test('the first calls leave before the program has come, and are made once', async ({ openAs }) => {
  const page = await openAs('manager', '/notices')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => (await held, route.continue()))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const early = ['/api/auth/first-reads', '/api/backlog/get-summary', '/api/backlog/get-filters']
  const leaving = Promise.all(early.map((address) => page.waitForRequest(`**${address}`)))
  await page.goto('/', { waitUntil: 'commit' })
  await leaving
  release()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const address of early) expect(asked.filter((one) => one === address)).toEqual([address])
  expect(asked.filter((one) => FIRST_READS.includes(one))).toEqual([])
})

test('what the call of the first reads does not answer is asked for by itself', async ({ openAs }) => {
  const page = await openAs('manager', '/notices')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/api/auth/first-reads', async (route) => {
    const reply = await route.fetch()
    const { replies } = await reply.json()
    await route.fulfill({ json: { replies: replies.slice(2) } })
  })
  await page.goto('/')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(new Set(asked.filter((one) => FIRST_READS.includes(one)))).toEqual(
    new Set(['/api/auth/entrance', '/api/auth/user']),
  )
  // A server of an earlier version does not know the call.
  asked.length = 0
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/auth/first-reads', (route) => route.fulfill({ status: 404, json: { message: 'Нет' } }))
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // A notice may have come meanwhile, and then they are counted again.
  expect(new Set(asked.filter((one) => FIRST_READS.includes(one)))).toEqual(new Set(FIRST_READS))
})

test('a client’s home asks for nothing of the staff’s, and its calls leave early', async ({ openAs }) => {
  const page = await openAs('client1', '/notices')
  // The browser learns from the server which screen is the person's first; a sign-in by the form tells it.
  await expect.poll(() => page.evaluate(`'home' in JSON.parse(localStorage.getItem('vypusk.session'))`)).toBe(true)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => (await held, route.continue()))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const early = ['/api/tickets/get-tickets', '/api/tickets/get-filters']
  const leaving = Promise.all(early.map((address) => page.waitForRequest(`**${address}`)))
  await page.goto('/', { waitUntil: 'commit' })
  await leaving
  release()
  await expect(page.getByRole('heading', { name: 'Мои заявки' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(asked.filter((one) => one.startsWith('/api/backlog/'))).toEqual([])
  for (const address of early) expect(asked.filter((one) => one === address)).toEqual([address])
})
