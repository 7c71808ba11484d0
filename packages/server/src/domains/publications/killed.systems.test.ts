import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copiesOf } from '../../testing/copying.ts'
import { draftOf, fileOf, publish, publishWorld } from '../../testing/publishing.ts'
import { startFtp, type TestFtp } from '../../testing/servers/ftp.ts'
import { copy } from './commands/copying.ts'

/** The short form of prove/kills. */

const publisher = fileURLToPath(new URL('../../testing/publisher.ts', import.meta.url))

let server: TestFtp
beforeAll(async () => {
  server = await startFtp('ftp')
})
const world = publishWorld(() => ({ FTP_URL: server.url }))
afterAll(() => server.stop())

type Draft = Parameters<typeof publish>[1]

/** Publishes the draft and copies its file in another process, which is killed some time after it has begun. */
async function publishAndKill(body: Draft, key: string, after: number) {
  const { config, dataDir } = world.product
  const env = { DATA_DIR: dataDir, FTP_URL: server.url }
  const options = JSON.stringify({ config, env, token: world.token, key, body })
  const child = spawn(process.execPath, [publisher, options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  await once(child.stdout, 'data')
  await pause(after)
  child.kill('SIGKILL')
  await gone
}

/** Runs the waiting copies at once: those of the killed process would wait until the queue notices its death. */
async function arrived(id: number) {
  await expect
    .poll(async () => {
      for (const { id: delivery_id, state } of await copiesOf(world, id)) {
        if (state === 'queued') await copy(world.product.deps, { delivery_id }).catch(() => {})
      }
      return (await copiesOf(world, id)).map(({ state }) => state)
    })
    .toEqual(['sent'])
  return (await copiesOf(world, id))[0]?.target ?? ''
}

test('killed at any moment, a publication is made once, and its file arrives whole', async () => {
  const whole: Record<string, string> = {}
  for (const [n, after] of [40, 250].entries()) {
    const bytes = String(n).repeat(1_500_000)
    const draft = await draftOf(world, {}, { files: [await fileOf(world, { name: `file-${n}.bin`, bytes })] })
    await publishAndKill(draft, `click-${n}`, after)
    if (n > 0) await server.kill()
    await server.start()
    const { status, body } = await publish(world, draft, { 'idempotency-key': `click-${n}` })
    expect(status).toBe(200)
    whole[await arrived(body.id)] = createHash('sha256').update(bytes).digest('hex')
  }
  expect(await server.hashes()).toEqual(whole)
  const { count } = await world.product.deps.db
    .selectFrom('publications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(2)
})
