import { afterAll, beforeAll, expect, test } from 'vitest'
import { files, requests, talks, threads, type BodyInput } from '@vypusk/contract'
import type { Api } from '../../../testing/app.ts'
import { makeFile } from '../../../testing/making/make-publication.ts'
import { importing, type Importing } from '../../../testing/importing.ts'
import type { ImportOrder } from './import-requests.ts'

/** A request that an import gives to another company, whose people read only what follows. */

let world: Importing
let as: Record<'manager' | 'client1' | 'client2', Api>
beforeAll(async () => {
  world = await importing()
  const [manager, client1, client2] = await Promise.all(['manager', 'client1', 'client2'].map(world.product.as))
  as = { manager, client1, client2 } as typeof as
})
afterAll(() => world.close())

const take = (company: number, text: string, comments: string, more: Partial<ImportOrder> = {}) =>
  world.takeFile(`Ключ;Название;Текст;Компания;Комментарии\nА-1;Печать;${text};Чья;${comments}\n`, {
    source: 'handed',
    company: undefined,
    module: world.people.module,
    mapping: { e_title: 'Название', text: 'Текст', company: 'Компания', comments: 'Комментарии' },
    values: { company: { Чья: company } },
    openComments: true,
    ...more,
  })
const theRequest = async () =>
  (await world.db.selectFrom('requests').select('id').where('source', '=', 'handed').executeTakeFirstOrThrow()).id
const historyTo = async (api: Api, id: number) =>
  (await api(requests.getRequest, { params: { id } })).body.history.map(({ field, before, after }) => [
    field,
    before,
    after,
  ])
const readBy = async (api: Api, id: number) =>
  (await api(threads.of, { params: { entity: 'request', id } })).body.threads.flatMap(({ entries }) =>
    entries.map(({ html }) => html),
  )

test('comments of the file go with a request nobody has written in here', async () => {
  await take(world.people.company1, 'Первый', 'Из файла')
  await take(world.people.company2, 'Первый', 'Из файла')
  expect(await readBy(as.client2, await theRequest())).toEqual(['<p>Из файла</p>'])
  await take(world.people.company1, 'Первый', 'Из файла')
})

test('its next company reads neither what was said nor what was changed before, and staff read everything', async () => {
  const { db } = world.product.deps
  const id = await theRequest()
  const file = await makeFile(db, { uploaded_by: world.people.client1 })
  const say = (api: Api, html: string, more: Partial<BodyInput<typeof talks.say>> = {}) =>
    api(talks.say, { params: { id }, body: { html, ...more } })
  await say(as.client1, '<p>Наш пароль</p>', { files: [file], asks: true })
  await take(world.people.company2, 'Второй', 'Из файла')
  expect((await as.client1(requests.getRequest, { params: { id } })).status).toBe(404)
  expect([await readBy(as.client2, id), await historyTo(as.client2, id)]).toEqual([[], []])
  expect((await as.client2(files.linkFile, { params: { id: file } })).status).toBe(404)
  expect((await as.manager(files.linkFile, { params: { id: file } })).status).toBe(200)
  const own = await historyTo(as.manager, id)
  expect(own).toContainEqual(['company', expect.any(String), expect.any(String)])
  expect(own).toContainEqual(['text', 'Первый', 'Второй'])
  expect(await readBy(as.manager, id)).toEqual(['<p>Из файла</p>', '<p>Наш пароль</p>'])
  const thread = (await say(as.manager, '<p>Здравствуйте</p>')).body.thread
  expect(thread.state).toBe('answered')
  expect(await readBy(as.client2, id)).toEqual(['<p>Здравствуйте</p>'])
  await take(world.people.company2, 'Третий', 'Из файла')
  expect(await historyTo(as.client2, id)).toEqual([['text', 'Второй', 'Третий']])
})
