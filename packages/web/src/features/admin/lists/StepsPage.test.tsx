import { adminLists } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const item = (id: number, name: string, uses = 0) => ({ id, name, version: 1, is_hidden: false, uses })
const status = (id: number, name: string, is_over: boolean) => ({
  ...item(id, name),
  is_over,
  tone: 'grey' as const,
})

it('what would only be refused is not offered, and says why', async () => {
  server.keepSilentOtherwise()
  server.answer(adminLists.steps, {
    release_steps: [{ ...item(5, 'Тестирование', 2), kind: 'work' }],
    registry_steps: [],
  })
  server.answer(adminLists.requestLists, {
    statuses: [status(1, 'Новая', false), status(7, 'Сдано', true)],
    types: [],
  })
  const user = await open('/admin/steps', admin)
  const refused = async (role: 'checkbox' | 'button' | 'combobox', name: string, why: RegExp) => {
    const control = await screen.findByRole(role, { name })
    await user.click(control)
    expect(control.getAttribute('aria-disabled')).toBe('true')
    expect(control.getAttribute('aria-description')).toMatch(why)
  }
  const begins = /^Первый статус получают новые заявки/
  await refused('checkbox', 'Работа окончена: Новая', begins)
  await refused('button', 'Скрыть: Новая', begins)
  await refused('button', 'Выше: Сдано', begins)
  await refused('button', 'Ниже: Новая', begins)
  await refused('combobox', 'Что значит этап Тестирование', /^На этапе 2 релиза:/)
  await refused('button', 'Скрыть: Тестирование', /^На этапе 2 релиза:/)
  expect(screen.getByRole('combobox', { name: 'Что значит этап Тестирование' }).getAttribute('aria-expanded')).toBe(
    'false',
  )
  for (const change of [adminLists.setOver, adminLists.hide, adminLists.reorder, adminLists.setKind])
    expect(server.callsOf(change)).toEqual([])
})

it('after an item was added by the button, the next one can be typed', async () => {
  server.keepSilentOtherwise()
  server.answer(adminLists.steps, { release_steps: [], registry_steps: [] })
  server.answer(adminLists.requestLists, { statuses: [], types: [] })
  server.answer(adminLists.create, { message: 'Success', id: 9 })
  const user = await open('/admin/steps', admin)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Новый этап релиза' })
  await user.type(field, 'Приёмка')
  await user.click(screen.getAllByRole('button', { name: 'Добавить' })[0] as HTMLElement)
  await waitFor(() => expect(field.value).toBe(''))
  expect(document.activeElement).toBe(field)
})
