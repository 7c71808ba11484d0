import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreements, publications, releases, tokens } from '@vypusk/contract'
import { projectRoot } from './platform/runtime/places.ts'
import { testApp, type TestApp } from './testing/app.ts'
import { temporaryFolder } from './testing/folder.ts'
import { makePeople } from './testing/making/make.ts'

/** Runs every command of docs/programs.md in a real shell, exactly as written there and in the same order. */

const FENCE = /^```sh\n([^]*?)^```/gm

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let env: Record<string, string>
beforeAll(async () => {
  product = await testApp()
  people = await makePeople(product.deps.db)
  folder = await temporaryFolder('programs')
  const session = await product.as('manager')
  const { body } = await session(tokens.create, { body: { name: 'Обмен', scope: 'write', days: 1 } })
  env = {
    PATH: process.env['PATH'] ?? '',
    VYPUSK: await product.app.listen({ port: 0, host: '127.0.0.1' }),
    TOKEN: body.access_token,
  }
})
afterAll(async () => {
  await product.close()
  await folder.remove()
})

/** The first block sets address and token: the only one that every reader has to adapt. */
async function commands(): Promise<string[]> {
  const page = await readFile(join(projectRoot, 'docs/programs.md'), 'utf8')
  const [own = '', ...rest] = [...page.matchAll(FENCE)].map(([, block = '']) => block)
  expect(own).toMatch(/^export VYPUSK=\S+\nexport TOKEN=\S+\n$/)
  return rest
}

/** Runs them in one shell, which stops at the first that fails. */
async function give(blocks: string[]) {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', blocks.join('\necho\n')], { cwd: folder.path, env })
  const [output, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, error, output }
}

const REFUSED = 22

test('every command does what the page says', async () => {
  const all = await commands()
  expect(all.length).toBeGreaterThan(15)
  const { code, error, output } = await give(all)
  expect({ code, error, output: code === 0 ? '' : output }).toEqual({ code: 0, error: '', output: '' })

  const client = await product.as('client1')
  const { body: listed } = await client(publications.listPublications)
  expect(listed.data).toMatchObject([{ customers: [{ idcomp: people.company1 }], files_count: 1 }])
  const [release = { id: 0 }] = listed.data[0]?.releases ?? []
  const manager = await product.as('manager')
  const { body: detail } = await manager(releases.get, { params: { id: release.id } })
  expect(detail).toMatchObject({ title: 'Акты', companies: [{ idcomp: people.company1 }] })
  const { body: page } = await manager(agreements.list)
  expect(page.data).toMatchObject([{ release_id: release.id, by_rivc: true, sent_at: expect.any(String) }])

  // When they are run again, the idempotency keys create nothing twice, until the request is already in its release.
  const again = await give(all)
  expect(again.code).toBe(REFUSED)
  expect(again.output).toContain('Заявка уже добавлена в релиз')
  expect((await manager(releases.list, { body: {} })).body.total).toBe(1)
})

test('a refused command prints the reason and ends with an error', async () => {
  const [who = ''] = await commands()
  const { code, output } = await give(['TOKEN=wrong', who])
  expect({ code, output: JSON.parse(output) }).toEqual({
    code: REFUSED,
    output: { message: 'Сессия завершена. Войдите ещё раз' },
  })
})
