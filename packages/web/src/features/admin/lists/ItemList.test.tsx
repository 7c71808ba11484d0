import { adminLists } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const button = (name: string) => screen.findByRole('button', { name })

async function openSystems() {
  server.keepSilentOtherwise()
  const module = (id: number, name: string) => ({ id, name, version: 4, is_hidden: false, uses: 0 })
  const system = {
    id: 1,
    name: 'Порт',
    version: 1,
    is_hidden: false,
    uses: 2,
    modules: [module(5, 'Причалы'), module(6, 'Краны')],
  }
  server.answer(adminLists.systems, { systems: [system] })
  server.answer(adminLists.rename, { message: 'Success' })
  server.answer(adminLists.reorder, { message: 'Success' })
  return open('/admin/systems', admin)
}

it('renaming can be undone', async () => {
  const user = await openSystems()
  await user.click(await button('Переименовать: Причалы'))
  const name = await screen.findByRole('textbox', { name: 'Название: Причалы' })
  await user.clear(name)
  await user.type(name, 'Пирсы{Enter}')
  await screen.findByText('Переименовано: Пирсы')
  await user.click(await button('Отменить'))
  await waitFor(() =>
    expect(server.callsOf(adminLists.rename).map(({ body }) => body)).toEqual([
      { name: 'Пирсы', version: 4 },
      { name: 'Причалы', version: 5 },
    ]),
  )
})

it('renaming gives the focus back to its button', async () => {
  const user = await openSystems()
  ;(await button('Переименовать: Причалы')).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('textbox', { name: 'Название: Причалы' })
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(document.activeElement).toBe(await button('Переименовать: Причалы')))
})

it('a button that has moved an item to an end keeps the focus, and says why it does nothing more', async () => {
  const user = await openSystems()
  const first = await button('Выше: Причалы')
  first.focus()
  expect(document.activeElement).toBe(first)
  expect(first.getAttribute('aria-description')).toBe('Это первая строка')
  await user.keyboard('{Enter}')
  expect(server.callsOf(adminLists.reorder)).toEqual([])
})

it('reordering can be undone', async () => {
  const user = await openSystems()
  await user.click(await button('Ниже: Причалы'))
  await screen.findByText('Порядок изменён')
  await user.click(await button('Отменить'))
  await waitFor(() =>
    expect(server.callsOf(adminLists.reorder).map(({ body }) => body.ids)).toEqual([
      [6, 5],
      [5, 6],
    ]),
  )
})

it('what is typed while a new item is being added does not hide its refusal', async () => {
  const user = await openSystems()
  const reply = Promise.withResolvers<never>()
  server.answer(adminLists.create, () => reply.promise)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Новый модуль' })
  await user.type(field, 'Склад{Enter}')
  await waitFor(() => expect(server.callsOf(adminLists.create)).toHaveLength(1))
  await user.type(field, 'ы{Enter}')
  expect(field.value).toBe('Склад')
  reply.reject(new TypeError('Failed to fetch'))
  await screen.findByText(/^Нет связи с сервером/)
  expect(server.callsOf(adminLists.create)).toHaveLength(1)
})

it('a new item leaves the focus to who has gone on before it was added', async () => {
  const user = await openSystems()
  const reply = Promise.withResolvers<{ id: number; message: string }>()
  server.answer(adminLists.create, () => reply.promise)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Новый модуль' })
  await user.type(field, 'Склад{Enter}')
  await waitFor(() => expect(server.callsOf(adminLists.create)).toHaveLength(1))
  const other = await button('Переименовать: Причалы')
  other.focus()
  reply.resolve({ id: 7, message: 'Success' })
  await waitFor(() => expect(field.value).toBe(''))
  expect(document.activeElement).toBe(other)
})

it('a new item that is refused has the focus', async () => {
  const user = await openSystems()
  server.refuseOnce(adminLists.create, 422, 'Уже есть')
  const field = await screen.findByRole('textbox', { name: 'Новый модуль' })
  await user.type(field, 'Склад')
  const form = within(field.closest('form')!)
  await user.click(form.getByRole('button', { name: 'Добавить' }))
  await form.findByText('Уже есть')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

it('what is typed while an item is being renamed does not hide the refusal', async () => {
  const user = await openSystems()
  const reply = Promise.withResolvers<never>()
  server.answer(adminLists.rename, () => reply.promise)
  await user.click(await button('Переименовать: Причалы'))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Название: Причалы' })
  await user.type(field, ' 2{Enter}')
  await waitFor(() => expect(server.callsOf(adminLists.rename)).toHaveLength(1))
  await user.type(field, '3{Enter}')
  reply.reject(new TypeError('Failed to fetch'))
  await screen.findByText(/^Нет связи с сервером/)
  expect(field.value).toBe('Причалы 2')
  expect(server.callsOf(adminLists.rename)).toHaveLength(1)
})

it('an administrator says with which statuses the work is over, and sees it in the list', async () => {
  server.keepSilentOtherwise()
  const status = (id: number, name: string, is_over: boolean) => ({
    id,
    name,
    is_over,
    tone: 'grey' as const,
    version: 1,
    is_hidden: false,
    uses: 0,
  })
  const lists = (is_over: boolean) => ({
    statuses: [status(1, 'Новая', false), status(7, 'Сдано', is_over)],
    types: [],
  })
  server.answer(adminLists.steps, { release_steps: [], registry_steps: [] })
  server.answer(adminLists.requestLists, lists(false))
  server.answer(adminLists.setOver, () => {
    server.answer(adminLists.requestLists, lists(true))
    return { message: 'Success' }
  })
  const user = await open('/admin/steps', admin)
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Работа окончена: Сдано' })
  expect(box.checked).toBe(false)
  await user.click(box)
  await waitFor(() => expect(box.disabled).toBe(false))
  expect(server.callsOf(adminLists.setOver)).toMatchObject([{ params: { id: 7 }, body: { is_over: true } }])
  expect(box.checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Работа окончена: Новая' }).checked).toBe(false)
})

it('an administrator chooses the colour of a status', async () => {
  server.keepSilentOtherwise()
  const status = { id: 7, name: 'Сдано', is_over: false, tone: 'grey', version: 1, is_hidden: false, uses: 0 } as const
  server.answer(adminLists.steps, { release_steps: [], registry_steps: [] })
  server.answer(adminLists.requestLists, { statuses: [status], types: [] })
  server.answer(adminLists.setTone, () => {
    server.answer(adminLists.requestLists, { statuses: [{ ...status, tone: 'green' }], types: [] })
    return { message: 'Success' }
  })
  const user = await open('/admin/steps', admin)
  await user.click(await button('Цвет статуса Сдано: Серый'))
  await user.click(await screen.findByRole('menuitem', { name: 'Зелёный' }))
  await button('Цвет статуса Сдано: Зелёный')
  expect(server.callsOf(adminLists.setTone)).toMatchObject([{ params: { id: 7 }, body: { tone: 'green' } }])
})
