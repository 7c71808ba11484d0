import { adminCompanies } from '@vypusk/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importing, type Importing } from '../../../testing/importing.ts'
import { makeRelease } from '../../../testing/making/make.ts'
import { isLockAwaited } from '../../../testing/transactions.ts'

/** What is hidden while a long file is read or its rows are written. */

let world: Importing
beforeAll(async () => {
  world = await importing()
})
afterAll(() => world.close())

const AT = '2026-03-01T00:00:00Z'
const FILE = 'Ключ;Название;Компания;Модуль\nТ-1;Первая;Верфь;\nТ-2;Вторая;;Склад\n'
const found = (source: string) => world.db.selectFrom('requests').select('id').where('source', '=', source).execute()

/** Imports the file; the work is done when its rows were checked. */
async function take(source: string, meanwhile: () => Promise<unknown>) {
  let isDone = false
  const onProgress = async ({ stage }: { stage: string }) => {
    if (stage !== 'checking' || isDone) return
    isDone = true
    await meanwhile()
  }
  const taken = world.takeFile(FILE, { source, company: undefined, module: world.people.module, onProgress })
  return taken.finally(() => expect(isDone).toBe(true))
}

async function company(namecomp: string) {
  const { idcomp } = await world.db
    .insertInto('companies')
    .values({ namecomp })
    .returning('idcomp')
    .executeTakeFirstOrThrow()
  const set = (deleted_at: string | null) => () =>
    world.db.updateTable('companies').set({ deleted_at }).where('idcomp', '=', idcomp).execute()
  return { idcomp, hide: set(AT), show: set(null) }
}

test('a company named in the file, or the one for all others, refuses the file; later it is imported', async () => {
  const [named, usual] = [await company('Верфь'), await company('Импорт')]
  for (const [name, { hide, show }] of [
    ['Верфь', named],
    ['Импорт', usual],
  ] as const) {
    await expect(take('Скрыто', hide)).rejects.toThrow(`Пока файл читался, «${name}» изменили или скрыли`)
    expect(await found('Скрыто')).toEqual([])
    await show()
  }
  expect(await take('Скрыто', async () => undefined)).toMatchObject({ created: 2 })
})

test('a module chosen for the file refuses it too', async () => {
  const set = (deleted_at: string | null) => () =>
    world.db.updateTable('modules').set({ deleted_at }).where('idmod', '=', world.people.module).execute()
  await expect(take('Модуль', set(AT))).rejects.toThrow(`Модуля с номером ${world.people.module} нет`)
  expect(await found('Модуль')).toEqual([])
  await set(null)()
})

test.each(['request_statuses', 'request_types'] as const)(
  'so does what rows get that name none of %s',
  async (table) => {
    const usual = world.db.selectFrom(table).where('hidden_at', 'is', null).orderBy('order').orderBy('id').limit(1)
    const { id, name } = await usual.select(['id', 'name']).executeTakeFirstOrThrow()
    const set = (hidden_at: string | null) => () =>
      world.db.updateTable(table).set({ hidden_at }).where('id', '=', id).execute()
    await expect(take('Обычное', set(AT))).rejects.toThrow(`Пока файл читался, «${name}» изменили или скрыли`)
    expect(await found('Обычное')).toEqual([])
    await set(null)()
  },
)

test('what the file does not name may be hidden', async () => {
  const { hide } = await company('Чужая')
  expect(await take('Чужое', hide)).toMatchObject({ created: 2 })
})

test('a company that rows bring into a release is not hidden while they are written', async () => {
  const { db, product } = world
  const { idcomp } = await company('Причал')
  const [title, admin] = ['Касса причала', await product.as('admin')]
  const release_id = await makeRelease(db, { title, author_id: world.actor.person.id })
  let hiding: ReturnType<typeof hide> | undefined
  const hide = () => admin(adminCompanies.hide, { params: { id: idcomp }, body: { is_hidden: true } })
  const onProgress = async ({ stage }: { stage: string }) => {
    if (stage !== 'writing') return
    let isOver = false
    hiding = hide()
    void hiding.finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await isLockAwaited(db))).toBe(true)
  }
  const file = `Ключ;Название;Компания;Версия\nП-1;Первая;Причал;${title}\n`
  const values = { version: { [title]: release_id } }
  const order = { source: 'Причал', module: world.people.module, company: undefined, values, onProgress }
  expect(await world.takeFile(file, order)).toMatchObject({ created: 1, bad: [] })
  const reply = await hiding
  expect([reply?.status, reply?.refusal.message]).toEqual([
    422,
    `Компания участвует в незавершённых релизах: № ${release_id}. Сначала уберите её из них`,
  ])
})
