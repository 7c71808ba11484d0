import { adminCompanies, live, lookups } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { companyDetail } from '../../../testing/companies.ts'
import { server } from '../../../testing/server.ts'

/**
 * Two administrators have the form of the same company open: tests what the form does when the other one has saved
 * meanwhile.
 */

const module = { idmod: 1, namemod: 'Причалы', idsys: 1, system: 'Порт' }
const company = companyDetail()

beforeEach(() => {
  server.answer(adminCompanies.list, { total: 1, from: 1, to: 1, current_page: 1, per_page: 50, data: [company] })
  server.answer(adminCompanies.get, company)
  server.answer(lookups.systemsModules, { systems: [{ idsys: 1, namesys: 'Порт', modules: [module] }] })
  server.answer(adminCompanies.save, ({ body }) => ({
    message: 'Сохранено',
    company: { ...company, namecomp: body.namecomp, version: body.version! + 1 },
  }))
  server.keepSilent(live.events)
})

const form = async () => within(await screen.findByRole('form', { name: 'Изменение компании' }))
const save = async (user: Awaited<ReturnType<typeof open>>) =>
  user.click((await form()).getByRole('button', { name: 'Сохранить' }))
const sent = () => server.callsOf(adminCompanies.save).map(({ body: { namecomp, version } }) => [namecomp, version])
const refuse = (current: adminCompanies.CompanyDetail) =>
  server.refuseOnce(adminCompanies.save, 409, 'Запись уже изменил другой человек', { current })

async function rename(current: adminCompanies.CompanyDetail) {
  const user = await open('/admin/companies?open=7', admin)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const name = (await form()).getByRole('textbox', { name: /^Название/ })
  await user.clear(name)
  await user.type(name, 'Моё имя')
  refuse(current)
  await save(user)
  return { user, name: name as HTMLInputElement }
}

test('repeats the save when the other person changed nothing that the form contains', async () => {
  await rename({ ...company, is_hidden: true, version: 5 })
  await waitFor(() =>
    expect(sent()).toEqual([
      ['Моё имя', 1],
      ['Моё имя', 5],
    ]),
  )
  expect(screen.queryByText(/другой человек сохранил своё/)).toBeNull()
})

test('takes over what only the other person changed, and says so', async () => {
  const { user } = await rename({ ...company, modules: [module], version: 5 })
  await screen.findByText('Его изменения перенесены сюда: «Модули».')
  await save(user)
  await waitFor(() =>
    expect(server.callsOf(adminCompanies.save).at(-1)?.body).toEqual({
      namecomp: 'Моё имя',
      modules: [1],
      version: 5,
    }),
  )
})

test('shows both values of a field that both changed, and lets the choice be changed', async () => {
  const { user, name } = await rename({ ...company, namecomp: 'Его имя', version: 5 })
  const both = within(await screen.findByRole('group', { name: 'Название' }))
  both.getByText('Моё имя')
  both.getByText('Его имя')
  expect(sent()).toEqual([['Моё имя', 1]])
  await user.click(both.getByRole('button', { name: 'Взять сохранённое: Название' }))
  expect(name.value).toBe('Его имя')
  await user.click(both.getByRole('button', { name: 'Оставить моё: Название' }))
  expect(name.value).toBe('Моё имя')
  await save(user)
  await waitFor(() =>
    expect(sent()).toEqual([
      ['Моё имя', 1],
      ['Моё имя', 5],
    ]),
  )
})
