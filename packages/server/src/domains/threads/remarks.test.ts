import { expect, test } from 'vitest'
import { agreements, threads } from '@vypusk/contract'
import type { Api } from '../../testing/app.ts'
import { emptyBox, letterWorld, newAgreement, read, send, update } from '../../testing/letters.ts'
import { makePerson } from '../../testing/making/make.ts'

/** The brief's field `remark`, which is made of several threads (api.md, target 0). */

const world = letterWorld()
const write = (api: Api, id: number, remark: string) => update(api, id, { updateTarget: 0, remark })
const remarkOf = async (id: number) => (await read(world, id)).remark
const threadsOf = async (api: Api, id: number) =>
  (await api(threads.of, { params: { entity: 'agreement', id } })).body.threads
const colleague = async (login = 'client1b') => {
  await makePerson(world.product.deps.db, login, { idcomp: world.people.company1 })
  return world.product.as(login)
}

test('everybody writes their own remark, and the reply joins them oldest first', async () => {
  const other = await colleague()
  const id = await newAgreement(world)
  await write(world.client1, id, 'Не печатается форма')
  await write(other, id, 'Не печатается форма\n\nНужна инструкция')
  expect(await remarkOf(id)).toBe('Не печатается форма\n\nНужна инструкция')
  await write(world.client1, id, 'Форма печатается криво\n\nНужна инструкция')
  expect(await remarkOf(id)).toBe('Форма печатается криво\n\nНужна инструкция')
  const [first, second, ...more] = await threadsOf(world.manager, id)
  expect(more).toEqual([])
  expect([first?.user.name, second?.user.name]).toEqual(['Имя client1', 'Имя client1b'])
  expect(first).toMatchObject({ side: 'client', blocks: true, state: 'open', due: '2026-03-12' })
})

test('a remark that was answered keeps its words and its answer, and another text is a new remark', async () => {
  const id = await newAgreement(world)
  await write(world.client1, id, 'Не печатается форма')
  const [first] = await threadsOf(world.manager, id)
  const answer = { html: '<p>Исправим к среде</p>' }
  await world.manager(threads.answer, { params: { id: first!.id }, body: answer })
  await write(world.client1, id, 'Нужна инструкция')
  expect(await remarkOf(id)).toBe('Не печатается форма\n\nНужна инструкция')
  // The form sends both texts back, and only the one nobody has answered is edited.
  await write(world.client1, id, 'Не печатается форма\n\nНужна краткая инструкция')
  const threadsNow = await threadsOf(world.manager, id)
  expect(threadsNow.map(({ state, entries }) => [state, entries.map(({ html }) => html)])).toEqual([
    ['answered', ['<p>Не печатается форма</p>', '<p>Исправим к среде</p>']],
    ['open', ['<p>Нужна краткая инструкция</p>']],
  ])
})

test('sending the text of the reply back changes nothing: no version, no history, no letter', async () => {
  const id = await newAgreement(world)
  await write(world.client1, id, 'Рано\nутром')
  const before = await read(world, id)
  const { body } = await write(world.manager, id, 'Рано\nутром')
  expect(body.mail).toBe('none')
  expect(await read(world, id)).toEqual(before)
})

test('remarks that are long together are sent back as they were read; one alone has its limit', async () => {
  const other = await colleague('client1c')
  const id = await newAgreement(world)
  const own = 'ё'.repeat(agreements.MAX_REMARK)
  await write(world.client1, id, own)
  await write(other, id, `${own}\n\nНужна инструкция`)
  const before = await read(world, id)
  expect((await write(world.manager, id, before.remark)).status).toBe(200)
  expect(await read(world, id)).toEqual(before)
  expect(await write(world.client1, id, `${own}ё\n\nНужна инструкция`)).toMatchObject({
    status: 422,
    refusal: { errors: { remark: ['Замечание слишком длинное: сократите его'] } },
  })
})

test('"" from a client closes the remarks of its side and leaves the ones of staff', async () => {
  const id = await newAgreement(world)
  await write(world.manager, id, 'Когда у вас окно?')
  await write(world.client1, id, 'Рано')
  await write(world.client1, id, '')
  expect(await remarkOf(id)).toBe('Когда у вас окно?')
})

test('"" from staff closes all remarks, and the author of each is notified', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await write(world.client1, id, 'Рано')
  await emptyBox(world)
  const { body } = await write(world.manager, id, '')
  expect([body.mail, body.agreement.remark]).toEqual(['sent', ''])
  expect(world.smtp.received.map(({ to }) => to)).toEqual(['client1@example.ru'])
  expect(world.smtp.received[0]?.mail.text).toContain('Причина: не указана')
  const [thread] = await threadsOf(world.client1, id)
  expect(thread).toMatchObject({ state: 'closed', closing: { user: { name: 'Имя manager' } } })
})

test('a remark sent to agreements/add becomes a thread of its author', async () => {
  const id = await newAgreement(world, { remark: 'Ночью нельзя' })
  const [thread] = await threadsOf(world.client1, id)
  expect(thread).toMatchObject({ side: 'staff', user: { name: 'Имя manager' }, owner: { name: 'Имя manager' } })
  expect(await read(world, id)).toMatchObject({ remark: 'Ночью нельзя', version: 1 })
})

test('a client agrees with a remark in one call, and that remark holds nothing up', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  const { body } = await update(world.client1, id, { updateTarget: 5, remark: 'Пришлите инструкцию' })
  expect(body.agreement).toMatchObject({ status: 2, remark: '' })
  const [thread] = await threadsOf(world.manager, id)
  expect(thread).toMatchObject({ blocks: false, state: 'open', side: 'client' })
})

test('approving closes no remark', async () => {
  const id = await newAgreement(world)
  await send(world, id)
  await write(world.client1, id, 'Рано')
  const { body } = await update(world.client1, id, { updateTarget: 5 })
  expect(body.agreement).toMatchObject({ status: 2, remark: 'Рано' })
})

test('the list is still searched and ordered by remarks', async () => {
  const id = await newAgreement(world)
  await write(world.client1, id, 'Неповторимое слово')
  const query = { search_string: 'неповторимое', order_by: 'remark' } as const
  const { body } = await world.manager(agreements.list, { query })
  expect(body.data.map((row) => row.id)).toEqual([id])
})

test('only owners of remarks and companies that have some are offered as filters, whoever is remembered', async () => {
  const id = await newAgreement(world)
  await write(world.client1, id, 'Не печатается форма')
  await world.manager(threads.list, { body: {} })
  const { body } = await world.manager(threads.getFilters)
  expect(body.owners.map(({ name }) => name)).not.toContain('Имя client1')
  expect(body.companies.map(({ idcomp }) => idcomp)).toEqual([world.people.company1])
})
