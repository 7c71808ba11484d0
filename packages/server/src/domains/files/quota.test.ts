import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '@vypusk/contract'
import { momentOf } from '../../platform/clock.ts'
import { NOBODY } from '../../platform/person.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { makeFile, makePublication } from '../../testing/making/make-publication.ts'
import { makePeople, makePerson, makeRelease } from '../../testing/making/make.ts'
import { begin, listening, tusCall, type Line } from '../../testing/tus.ts'
import { tokenOf, upload } from '../../testing/upload.ts'
import { admit } from './commands/admitting.ts'

const MEBIBYTE = 1024 * 1024
const TOO_MANY =
  'Больше 4 файлов, которые ещё никуда не добавлены, загрузить нельзя. Добавьте загруженное туда, для чего оно нужно, или уберите лишнее. Забытые файлы удалятся сами через 30 дней'
const TOO_LARGE =
  'Файлы, которые ещё никуда не добавлены, не должны занимать больше 2 ГБ. Добавьте загруженное туда, для чего оно нужно, или уберите лишнее. Забытые файлы удалятся сами через 30 дней'

let product: TestApp
let people: Awaited<ReturnType<typeof makePeople>>
const lines: Record<string, Line> = {}
beforeAll(async () => {
  product = await testApp({ UPLOAD_QUOTA_FILES: '4', UPLOAD_QUOTA_MB: '2048', UPLOAD_LIMIT_MB: '1500' })
  people = await makePeople(product.deps.db)
  const line = await listening(product, '')
  for (const login of ['manager', 'client1', 'client2']) {
    lines[login] = { ...line, token: await tokenOf(product, login) }
  }
})
afterAll(() => product.close())

const lineOf = (login: string) => lines[login] ?? { url: '', token: '' }
const announce = (login: string, size: number) =>
  tusCall(lineOf(login), 'POST', '/api/files/resumable', { headers: { 'upload-length': String(size) } })
const send = (login: string, names: string[]) =>
  upload(
    product,
    lineOf(login).token,
    names.map((name) => ({ name, bytes: name })),
  )

test('a limited number of files may be unused; one that is used or deleted makes room', async () => {
  expect((await send('manager', ['a', 'b'])).status).toBe(200)
  const path = await begin(lineOf('manager'), 5)
  const { status, body } = await send('manager', ['c', 'd'])
  expect([status, body.message]).toEqual([422, TOO_MANY])
  // Nothing of the refused call stays, not even in the count.
  const { body: taken } = await send('manager', ['e'])
  const refused = await announce('manager', 5)
  expect([refused.status, await refused.json()]).toEqual([422, { message: TOO_MANY }])
  const release_id = await makeRelease(product.deps.db, { author_id: people.manager }, { companies: [people.company1] })
  const file = taken.files[0]?.id ?? 0
  await makePublication(product.deps.db, { author_id: people.manager }, [
    { release_id, files: [file], customers: [people.company1] },
  ])
  expect((await announce('manager', 5)).status).toBe(201)
  expect((await announce('manager', 5)).status).toBe(422)
  await tusCall(lineOf('manager'), 'DELETE', path)
  expect((await announce('manager', 5)).status).toBe(201)
  const manager = product.withToken(lineOf('manager').token)
  expect((await manager(files.deleteFiles, { body: { filenames: ['a'] } })).status).toBe(200)
  expect((await announce('manager', 5)).status).toBe(201)
})

test('announced files count, also when many are announced at once', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => announce('client1', 900 * MEBIBYTE)))
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422])
  const refused = await announce('client1', 900 * MEBIBYTE)
  expect(await refused.json()).toEqual({ message: TOO_LARGE })
  expect((await send('client2', ['f'])).status).toBe(200)
})

test('of two calls at once, the second is counted after the first', async () => {
  const { deps } = product
  const id = await makePerson(deps.db, 'quick')
  const actor = { deps, person: { ...NOBODY, id } }
  let second: Promise<string> | undefined
  await inTransaction(actor, async (tx) => {
    await admit(tx, actor, { files: 4, bytes: 12 })
    let isOver = false
    second = inTransaction(actor, (other) => admit(other, actor, { files: 1, bytes: 3 }))
      .then(
        () => 'admitted',
        (error: Error) => error.message,
      )
      .finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await waitingForLocks(deps.db)) > 0).toBe(true)
    for (let n = 0; n < 4; n += 1) await makeFile(tx, { uploaded_by: id, uploaded: momentOf(deps.clock) })
  })
  expect(await second).toBe(TOO_MANY)
})
