import { adminPeople, live, lookups } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

/** Two administrators give somebody rights in the same further company. */

const port = { idcomp: 8, namecomp: 'Порт' }
const rights = { can_enter_registry: false, can_create_registry: false, can_edit_calendar: false }
const membership: adminPeople.Membership = { id: 31, company: port, ...rights, is_hidden: false, version: 4 }
const listed: adminPeople.Person = {
  id: 30,
  login: 'client1',
  name: 'Клара Северная',
  email: null,
  isRivc: false,
  isAdmin: false,
  company: { idcomp: 7, namecomp: 'Водоканал' },
  further: ['Порт'],
  is_blocked: false,
  ...rights,
  has_password: true,
  last_seen_at: null,
  created_at: '2026-03-01T10:00:00.000Z',
  version: 1,
}
const person = (memberships: adminPeople.Membership[]): adminPeople.PersonDetail => ({
  ...listed,
  memberships,
  corporate: null,
  directory: null,
  sessions_count: 0,
  second_factors: [],
  history: [],
  abilities: { first: true, isAdmin: true, block: true, password: true, second_factor: true },
})

beforeEach(() => {
  server.answer(adminPeople.list, { total: 1, from: 1, to: 1, current_page: 1, per_page: 50, data: [listed] })
  server.answer(adminPeople.get, person([membership]))
  server.answer(lookups.companies, { companies: [{ idcomp: 7, namecomp: 'Водоканал' }, port] })
  server.answer(adminPeople.join, { message: 'Success', person: person([membership]) })
  server.keepSilent(live.events)
})

const form = async () => within(await screen.findByRole('form', { name: 'Права в компании' }))
const sent = () => server.callsOf(adminPeople.join).map(({ body }) => body)
const refuse = (current: adminPeople.Membership | null) =>
  server.refuseOnce(adminPeople.join, 409, 'Запись уже изменил другой человек', { current })

async function giveCalendar() {
  const user = await open('/admin/people?open=30', admin)
  await user.click(await screen.findByRole('button', { name: 'Права: Порт' }))
  await user.click((await form()).getByRole('checkbox', { name: 'Календарь компании' }))
  return { user, save: async () => user.click((await form()).getByRole('button', { name: 'Сохранить' })) }
}

test('what the other one has given meanwhile is taken over, and not overwritten', async () => {
  const { save } = await giveCalendar()
  refuse({ ...membership, can_enter_registry: true, version: 5 })
  await save()
  await screen.findByText('Его изменения перенесены сюда: «Вход в реестр заявок».')
  await save()
  const body = { company: 8, ...rights, can_edit_calendar: true }
  await waitFor(() =>
    expect(sent()).toEqual([
      { ...body, version: 4 },
      { ...body, can_enter_registry: true, version: 5 },
    ]),
  )
})

test('where the other one has removed the person, the form says that it was not saved', async () => {
  const { save } = await giveCalendar()
  refuse(null)
  await save()
  await screen.findByText(/Запись уже изменил другой человек/)
  expect(sent()).toHaveLength(1)
})

test('a company is added as one that the person does not belong to yet', async () => {
  server.answer(adminPeople.get, person([]))
  const user = await open('/admin/people?open=30', admin)
  await user.click(await screen.findByRole('button', { name: 'Добавить компанию' }))
  await user.click((await form()).getByRole('combobox', { name: 'Компания' }))
  await user.click(await screen.findByRole('option', { name: 'Порт' }))
  await user.click((await form()).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(sent()).toEqual([{ company: 8, ...rights, version: 0 }]))
})

test('a person of a hidden company is shown with it, and can be saved', async () => {
  server.answer(lookups.companies, { companies: [port] })
  server.answer(adminPeople.save, { message: 'Success', person: person([]) })
  const user = await open('/admin/people?open=30', admin)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const edited = within(await screen.findByRole('form', { name: 'Изменение человека' }))
  expect(await edited.findByDisplayValue('Водоканал')).toBeTruthy()
  await user.click(edited.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(server.callsOf(adminPeople.save).at(-1)?.body).toMatchObject({ company: 7 }))
})

test('another company is made the first one, and the panel stays at the person, who has another id now', async () => {
  const former = { ...membership, id: 30, company: { idcomp: 7, namecomp: 'Водоканал' } }
  const made = { ...person([former]), id: 31, company: port }
  server.answer(adminPeople.first, { message: 'Success', person: made })
  const user = await open('/admin/people?open=30', admin)
  server.answer(adminPeople.get, made)
  await user.click(await screen.findByRole('button', { name: 'Сделать первой: Порт' }))
  const asked = within(await screen.findByRole('dialog'))
  await user.click(asked.getByRole('button', { name: 'Сделать первой' }))
  await screen.findByRole('button', { name: 'Сделать первой: Водоканал' })
  expect(server.callsOf(adminPeople.first).map(({ params }) => params)).toEqual([{ id: 30, company: 8 }])
})

test('a hidden company is named as such, and cannot be the first one', async () => {
  server.answer(adminPeople.get, person([{ ...membership, is_hidden: true }]))
  const user = await open('/admin/people?open=30', admin)
  await screen.findByText('Порт (скрыта)')
  await user.click(screen.getByRole('button', { name: 'Сделать первой: Порт' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a conflict names a hidden company, whose name only the person has', async () => {
  server.answer(lookups.companies, { companies: [port, { idcomp: 9, namecomp: 'Завод' }] })
  const user = await open('/admin/people?open=30', admin)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const edited = within(await screen.findByRole('form', { name: 'Изменение человека' }))
  await user.click(edited.getByRole('combobox', { name: 'Компания' }))
  await user.click(await screen.findByRole('option', { name: 'Порт' }))
  const current = { ...person([]), company: { idcomp: 10, namecomp: 'Верфь' }, version: 2 }
  server.refuseOnce(adminPeople.save, 409, 'Запись уже изменил другой человек', { current })
  await user.click(edited.getByRole('button', { name: 'Сохранить' }))
  expect(await edited.findByText('Верфь (скрыта)')).toBeTruthy()
})
