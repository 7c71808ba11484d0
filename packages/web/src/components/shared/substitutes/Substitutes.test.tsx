import { companyCalendars, substitutes, type ReplyOf } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { open } from '../../../testing/app.tsx'
import { companyCalendar } from '../../../testing/companies.ts'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'
import { substitutesQuery } from './api.ts'

const NO = 'Замещение называет сам человек, поставщик или тот, у кого есть право «Календарь компании»'
const [anna, boris] = [
  { id: 11, name: 'Анна Орлова' },
  { id: 12, name: 'Борис Котов' },
]
const one = (overrides: Partial<substitutes.Substitute> = {}): substitutes.Substitute => ({
  id: 1,
  user: anna,
  substitute: boris,
  date_from: '2030-03-04',
  date_to: '2030-03-08',
  state: 'acting',
  author: anna,
  by_client: true,
  created_at: '2030-03-01T09:00:00.000Z',
  abilities: { end: true },
  ...overrides,
})
type SubstituteList = ReplyOf<typeof substitutes.list>
const substituteList = (overrides: Partial<SubstituteList> = {}): SubstituteList => ({
  substitutes: [],
  people: [anna, boris],
  choices: [anna, boris],
  ...overrides,
})

function opens(list: SubstituteList) {
  server.keepSilentOtherwise()
  server.answer(companyCalendars.get, companyCalendar())
  server.answer(substitutes.list, list)
  return open('/companyCalendar?company=7', manager)
}

it('keeps what is being filled in when a refetch fails', async () => {
  const user = await opens(substituteList())
  const form = async () => within(await screen.findByRole('form', { name: 'Назвать замещающего' }))
  await user.type((await form()).getByRole('textbox', { name: /^С/ }), '04.03.2030')
  server.refuse(substitutes.list, 500, 'Ошибка сервера')
  const { queryKey } = substitutesQuery(7)
  void queryClient.invalidateQueries({ queryKey })
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'))
  expect((await form()).getByRole('textbox', { name: /^С/ })).toHaveProperty('value', '04.03.2030')
})

it('adds a substitute, for one day when no other is typed', async () => {
  const user = await opens(substituteList())
  server.answer(substitutes.name, { message: 'Success', ...substituteList({ substitutes: [one()] }) })
  const form = within(await screen.findByRole('form', { name: 'Назвать замещающего' }))
  await user.click(form.getByRole('button', { name: 'Назвать' }))
  await form.findByText('Выберите, кого не будет')
  expect(server.callsOf(substitutes.name)).toEqual([])
  const choose = async (name: string, of: { name: string }) => {
    await user.click(form.getByRole('combobox', { name }))
    const list = await screen.findByRole('listbox', { name })
    await user.click(within(list).getByRole('option', { name: of.name }))
  }
  await choose('Кого не будет', anna)
  await choose('Кто замещает', boris)
  await user.type(form.getByRole('textbox', { name: 'С' }), '04.03.2030')
  await user.click(form.getByRole('button', { name: 'Назвать' }))
  await waitFor(() =>
    expect(server.callsOf(substitutes.name).map(({ body }) => body)).toEqual([
      { user_id: anna.id, substitute_id: boris.id, date_from: '2030-03-04', date_to: '2030-03-04' },
    ]),
  )
  await screen.findByText(/Анна Орлова → Борис Котов/)
})

it('shows the state of each, and the reason to those who may not end it', async () => {
  await opens(
    substituteList({ substitutes: [one(), one({ id: 2, state: 'off', abilities: { end: NO } })], people: [] }),
  )
  const list = within(await screen.findByRole('list', { name: 'Замещения' }))
  list.getByText(/не действует: кто-то из двоих заблокирован/)
  const [first, second] = list.getAllByRole('button', { name: 'Снять замещение: Анна Орлова' })
  expect([first?.getAttribute('aria-disabled'), second?.getAttribute('aria-description')]).toEqual([null, NO])
  expect(screen.queryByRole('form', { name: 'Назвать замещающего' })).toBeNull()
})
