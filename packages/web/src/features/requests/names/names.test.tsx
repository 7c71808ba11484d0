import { adminPeople, requests, trackers } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const kept = (overrides: Partial<requests.ImportedName> = {}): requests.ImportedName => ({
  name: 'jcarter',
  requests: 2,
  assigned: 1,
  comments: 5,
  user: null,
  alike: null,
  ...overrides,
})
const olga = kept({ name: 'Ольга Орлова', comments: 0, assigned: 0, alike: { id: 7, name: 'Орлова Ольга' } })
const reply = (names: requests.ImportedName[], source = 'Jira') => ({
  sources: ['Jira', 'Redmine'],
  source,
  names,
  names_count: names.length,
})
const answered = { message: 'Success', requests: 2, comments: 0 }

beforeEach(() => {
  server.answer(trackers.list, { trackers: [] })
  server.answer(requests.importedPeople, ({ query }) => reply([kept(), olga], query.source ?? 'Jira'))
  server.answer(requests.joinImported, ({ body }) => ({
    ...answered,
    ...reply([kept(), { ...olga, alike: null, user: body.user === null ? null : { id: body.user, name: 'Орлова' } }]),
  }))
})
const list = async () => within(await screen.findByRole('list', { name: 'Люди из «Jira»' }))

it('shows what a name is used for, and joins it with a person of a similar name', async () => {
  const user = await open('/admin/import', admin)
  const names = await list()
  names.getByText('автор: 2 заявки · назначено: 1 заявка · 5 комментариев')
  await user.click(names.getByRole('button', { name: 'Похоже: Орлова Ольга' }))
  await screen.findByText('Изменено: 2 заявки, 0 комментариев')
  expect(server.callsOf(requests.joinImported).at(-1)?.body).toEqual({ source: 'Jira', name: 'Ольга Орлова', user: 7 })
  const joined = await list()
  await user.click(joined.getByRole('button', { name: 'Отвязать «Ольга Орлова»' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Отвязать «Ольга Орлова»?' }))
  await user.click(dialog.getByRole('button', { name: 'Отвязать' }))
  await (await list()).findByRole('combobox', { name: 'Кто такой «Ольга Орлова»' })
  expect(server.callsOf(requests.joinImported).at(-1)?.body).toMatchObject({ user: null })
})

it('finds people with accounts, and tells those of similar names apart by company', async () => {
  const person = {
    login: 'x',
    email: null,
    isRivc: false,
    isAdmin: false,
    further: [],
    is_blocked: false,
    can_enter_registry: false,
    can_create_registry: false,
    can_edit_calendar: false,
    has_password: true,
    last_seen_at: null,
    created_at: '2026-03-06T06:00:00.000Z',
    version: 1,
  }
  server.answer(adminPeople.list, {
    data: [{ ...person, id: 12, name: 'Джон Картер', company: { idcomp: 3, namecomp: 'АО «Порт»' } }],
    current_page: 1,
    per_page: 20,
    from: 1,
    to: 1,
    total: 1,
  })
  const user = await open('/admin/import', admin)
  await user.type((await list()).getByRole('combobox', { name: 'Кто такой «jcarter»' }), 'Карт')
  await expect.poll(() => server.callsOf(adminPeople.list).at(-1)?.query.search_string).toBe('Карт')
  await user.click(await screen.findByRole('option', { name: 'Джон Картер – АО «Порт»' }))
  await screen.findByText('Изменено: 2 заявки, 0 комментариев')
  expect(server.callsOf(requests.joinImported).at(-1)?.body).toEqual({ source: 'Jira', name: 'jcarter', user: 12 })
})

it('shows another source when it is chosen', async () => {
  const user = await open('/admin/import', admin)
  await user.click(await screen.findByRole('combobox', { name: 'Прежняя система' }))
  await user.click(await screen.findByRole('option', { name: 'Redmine' }))
  await screen.findByRole('list', { name: 'Люди из «Redmine»' })
})
