import { directory, lookups, services } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { admin } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const company = { idcomp: 7, namecomp: 'ГУП «Водоканал»' }
const build: services.Service = {
  id: 41,
  name: 'Сборка',
  about: 'Заводит заявки',
  scope: 'write',
  company: null,
  can_enter_registry: false,
  can_create_registry: false,
  can_edit_calendar: false,
  expires_at: '2027-03-06T06:30:00.000Z',
  is_expired: false,
  is_blocked: false,
  created_at: '2026-03-06T06:30:00.000Z',
  version: 1,
  tokens: [],
}
const detail = (overrides: Partial<services.Service> = {}): services.ServiceDetail => ({
  ...build,
  ...overrides,
  history: [],
})
const token = { id: 3, name: 'Ночная', created_at: build.created_at, last_used_at: null }

const off: directory.DirectoryStatus = {
  url: null,
  last_call_at: null,
  people_count: 0,
  open_count: 0,
  groups: [],
  problems: [],
}
beforeEach(() => server.answer(directory.get, off))

it('creates an account for a program and shows its token once', async () => {
  let made: services.Service[] = []
  server.answer(services.list, () => ({ services: made }))
  server.answer(lookups.companies, { companies: [company] })
  server.answer(services.create, () => {
    made = [build]
    return { message: 'Success', service: detail() }
  })
  server.answer(services.createToken, () => {
    made = [{ ...build, tokens: [token] }]
    return { message: 'Success', access_token: 'vypusk_secret', service: detail({ tokens: [token] }) }
  })
  const user = await open('/admin/services', admin)
  await screen.findByText('Сервисов ещё нет')
  await user.click(screen.getByRole('button', { name: 'Добавить сервис' }))
  const form = within(await screen.findByRole('form', { name: 'Новый сервис' }))
  await user.click(form.getByRole('button', { name: 'Создать' }))
  await form.findByText('Назовите сервис')
  await user.type(form.getByLabelText(/^Название/), 'Сборка')
  await user.click(form.getByRole('button', { name: 'Создать' }))
  const card = within(await screen.findByRole('region', { name: 'Сервис Сборка' }))
  expect(server.callsOf(services.create).at(-1)?.body).toMatchObject({ company: null, scope: 'read', days: 365 })
  card.getByText('Токенов нет')
  await user.click(card.getByRole('button', { name: 'Новый токен' }))
  const tokenForm = within(await screen.findByRole('form', { name: 'Новый токен сервиса' }))
  await user.type(tokenForm.getByLabelText('Название токена'), 'Ночная')
  await user.click(tokenForm.getByRole('button', { name: 'Сделать токен' }))
  expect(await screen.findByDisplayValue('vypusk_secret')).toBeTruthy()
  await card.findByText('Ночная')
})

it('says that a token is revoked, although its row is gone by then', async () => {
  let made = { ...build, tokens: [token] }
  server.answer(services.list, () => ({ services: [made] }))
  server.answer(services.revokeToken, () => {
    made = { ...build, tokens: [] }
    return { message: 'Success' }
  })
  const user = await open('/admin/services', admin)
  await user.click(await screen.findByRole('button', { name: 'Отозвать «Ночная»' }))
  await user.click(await screen.findByRole('button', { name: 'Отозвать' }))
  await screen.findByText('Токен отозван')
  await screen.findByText('Токенов нет')
})

it('a blocked account gets no token, and a client’s account shows its company', async () => {
  const blocked = { ...build, id: 42, name: 'Отчёты', company, is_blocked: true }
  server.answer(services.list, { services: [{ ...build, is_expired: true }, blocked] })
  await open('/admin/services', admin)
  const old = within(await screen.findByRole('region', { name: 'Сервис Сборка' }))
  old.getByText('Срок истёк')
  expect(old.getByRole('button', { name: 'Новый токен' })).toHaveProperty('disabled', true)
  old.getByRole('button', { name: 'Изменить и продлить' })
  const card = within(screen.getByRole('region', { name: 'Сервис Отчёты' }))
  card.getByText('Заблокирован')
  card.getByText(/ГУП «Водоканал»/)
  expect(card.getByRole('button', { name: 'Новый токен' })).toHaveProperty('disabled', true)
})

it('tells before it is saved that another company ends the tokens', async () => {
  const other = { idcomp: 8, namecomp: 'АО «Теплосеть»' }
  server.answer(services.list, { services: [{ ...build, company, tokens: [token] }] })
  server.answer(lookups.companies, { companies: [company, other] })
  const user = await open('/admin/services', admin)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const form = within(await screen.findByRole('form', { name: 'Изменение сервиса' }))
  const choose = async (name: string) => {
    await user.click(form.getByRole('combobox', { name: /^Компания/ }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('АО «Теплосеть»')
  form.getByText(/токены прежней компании перестанут действовать/)
  await choose('ГУП «Водоканал»')
  expect(form.queryByText(/токены прежней компании/)).toBeNull()
})

it('shows the service of a hidden company with it', async () => {
  server.answer(services.list, { services: [{ ...build, company }] })
  server.answer(lookups.companies, { companies: [] })
  const user = await open('/admin/services', admin)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const form = within(await screen.findByRole('form', { name: 'Изменение сервиса' }))
  expect(await form.findByDisplayValue('ГУП «Водоканал»')).toBeTruthy()
})

it('shows how many people the directory has sent, and those it could not add', async () => {
  server.answer(services.list, { services: [] })
  server.answer(directory.get, {
    ...off,
    url: 'https://vypusk.example.ru/api/scim/v2',
    people_count: 22,
    open_count: 20,
    groups: [
      { name: 'vypusk-staff', members_count: 20, gives: 'сотрудники' },
      { name: 'Бухгалтерия', members_count: 2, gives: null },
    ],
    problems: [{ user_name: 'orlova', problem: 'login_taken' }],
  })
  await open('/admin/services', admin)
  const card = within(await screen.findByRole('region', { name: 'Каталог компании' }))
  card.getByText('22 человека, войти могут 20')
  card.getByText(/ничего не даёт: её нет в SCIM_GROUPS/)
  card.getByText('логин здесь занят другой записью')
})

it('shows a token although its form was closed while it was being made', async () => {
  const made = Promise.withResolvers<{ message: string; access_token: string; service: services.ServiceDetail }>()
  server.answer(services.list, { services: [build] })
  server.answer(services.createToken, () => made.promise)
  const user = await open('/admin/services', admin)
  await user.click(await screen.findByRole('button', { name: 'Новый токен' }))
  const form = within(await screen.findByRole('form', { name: 'Новый токен сервиса' }))
  await user.type(form.getByLabelText('Название токена'), 'Ночная')
  await user.click(form.getByRole('button', { name: 'Сделать токен' }))
  await waitFor(() => expect(server.callsOf(services.createToken)).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Новый токен сервиса' })).toBeNull())
  made.resolve({ message: 'Success', access_token: 'vypusk_secret', service: detail({ tokens: [token] }) })
  await screen.findByDisplayValue('vypusk_secret')
})

it('says that nothing of a service was changed, instead of opening nothing', async () => {
  server.answer(services.list, { services: [build] })
  server.answer(services.get, detail())
  const user = await open('/admin/services', admin)
  await user.click(await screen.findByRole('button', { name: 'История' }))
  await screen.findByText('Изменений ещё не было.')
})
