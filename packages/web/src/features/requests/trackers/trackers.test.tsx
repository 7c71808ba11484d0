import { requests, trackers } from '@vypusk/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { tracker as newTracker } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

const tracker = newTracker({
  read_at: '2026-03-06T06:30:00.000Z',
  files: { kept: 3, waiting: 2, failed: 1 },
  issues: 2,
})
const failing = { ...tracker, failing_since: '2026-03-06T06:40:00.000Z', failure: 'Нет ответа за 20 секунд' }
const path = '/admin/import'
beforeEach(() => {
  server.answer(requests.importedPeople, { sources: [], source: null, names: [], names_count: 0 })
})

it('connects a Redmine by address and key, which are not stored in the browser', async () => {
  let known: trackers.Tracker[] = []
  server.answer(trackers.list, () => ({ trackers: known }))
  server.answer(trackers.create, () => {
    known = [tracker]
    return { message: 'Success', tracker }
  })
  const user = await open(path, admin)
  await user.click(await screen.findByRole('button', { name: 'Подключить Redmine' }))
  const form = within(await screen.findByRole('form', { name: 'Redmine' }))
  await user.type(form.getByLabelText('Название'), 'Redmine')
  await user.type(form.getByLabelText('Адрес'), `${tracker.url}/`)
  await user.click(form.getByRole('button', { name: 'Подключить' }))
  await form.findByText('Вставьте ключ доступа к API')
  await user.type(form.getByLabelText('Ключ доступа к API'), 'secret-key-1')
  await user.click(form.getByRole('button', { name: 'Подключить' }))
  const card = within(await screen.findByRole('region', { name: 'Redmine' }))
  card.getByText('3 вложения уже здесь · ждут очереди: 2 · не забраны: 1, почему – в заявках')
  card.getByText(/^2 задачи на 06\.03\.2026/)
  expect(server.callsOf(trackers.create).at(-1)?.body).toMatchObject({
    url: tracker.url,
    key: 'secret-key-1',
    source: null,
  })
  const kept = Array.from({ length: localStorage.length }, (_, at) => localStorage.getItem(localStorage.key(at) ?? ''))
  expect(kept.join()).not.toContain('secret-key-1')
})

it('leads to the field that the server refuses', async () => {
  server.answer(trackers.list, { trackers: [tracker] })
  const errors = { url: ['По этому адресу нет Redmine'] }
  server.refuse(trackers.save, 422, 'Проверьте поля: не всё заполнено правильно', { errors })
  const user = await open(path, admin)
  await user.click(await screen.findByRole('button', { name: 'Изменить' }))
  const form = within(await screen.findByRole('form', { name: 'Redmine' }))
  await user.click(form.getByRole('button', { name: 'Сохранить' }))
  await form.findByText('По этому адресу нет Redmine')
  await vi.waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Адрес')))
})

it('shows since when and why a tracker does not answer, beside what is known of it', async () => {
  server.answer(trackers.list, { trackers: [failing] })
  server.refuse(trackers.test, 422, 'Нет ответа за 20 секунд')
  const user = await open(path, admin)
  const card = within(await screen.findByRole('region', { name: 'Redmine' }))
  card.getByText(/^2 задачи на/)
  card.getByText(/^Не читается с 06\.03\.2026 .*: Нет ответа за 20 секунд$/)
  await user.click(card.getByRole('button', { name: 'Взять заявки' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Заявки из Redmine' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Нет ответа за 20 секунд')
})

it('lets attachments that were not fetched be fetched again', async () => {
  const before = { ...tracker, files: { kept: 3, waiting: 0, failed: 1 } }
  let known = before
  server.answer(trackers.list, () => ({ trackers: [known] }))
  server.answer(trackers.refetch, () => {
    known = { ...before, files: { kept: 3, waiting: 1, failed: 0 } }
    return { message: 'Success', tracker: known }
  })
  const user = await open(path, admin)
  const card = within(await screen.findByRole('region', { name: 'Redmine' }))
  await user.click(card.getByRole('button', { name: 'Забрать вложения снова' }))
  await card.findByText('3 вложения уже здесь · ждут очереди: 1')
  expect(card.queryByRole('button', { name: 'Забрать вложения снова' })).toBeNull()
  expect(server.callsOf(trackers.refetch).map(({ params }) => params)).toEqual([{ id: 3 }])
})

it('renames a tracker, and removes it with its tasks', async () => {
  let known = [tracker]
  server.answer(trackers.list, () => ({ trackers: known }))
  server.answer(trackers.save, ({ body }) => {
    known = [{ ...tracker, name: body.name ?? '' }]
    return { message: 'Success', tracker: known[0]! }
  })
  server.answer(trackers.remove, { message: 'Success' })
  const user = await open(path, admin)
  const card = within(await screen.findByRole('region', { name: 'Redmine' }))
  await user.click(card.getByRole('button', { name: 'Изменить' }))
  const form = within(await screen.findByRole('form', { name: 'Redmine' }))
  await user.type(form.getByLabelText('Название'), ' 2')
  await user.click(form.getByRole('button', { name: 'Сохранить' }))
  const renamed = within(await screen.findByRole('region', { name: 'Redmine 2' }))
  expect(server.callsOf(trackers.save).at(-1)?.body).toMatchObject({ name: 'Redmine 2', version: 4 })
  await user.click(renamed.getByRole('button', { name: 'Отключить' }))
  const question = within(await screen.findByRole('dialog', { name: 'Отключить Redmine 2?' }))
  await user.click(question.getByLabelText('Убрать и его задачи'))
  await user.click(question.getByRole('button', { name: 'Отключить' }))
  await vi.waitFor(() =>
    expect(server.callsOf(trackers.remove).map(({ query }) => query)).toEqual([{ with_tasks: true }]),
  )
})

it('says how many tasks the key may not see any more', async () => {
  server.answer(trackers.list, { trackers: [{ ...tracker, hidden: 1 }] })
  await open(path, admin)
  const card = within(await screen.findByRole('region', { name: 'Redmine' }))
  card.getByText(/^Ключ больше не видит 1 задачу: часы остались такими, какими прочитаны/)
})

it('reads requests page by page and checks them like a file', async () => {
  server.answer(trackers.list, { trackers: [tracker] })
  server.answer(trackers.test, {
    message: 'Success',
    person: 'Ольга Смирнова',
    projects: [{ id: 7, name: 'Поддержка' }],
  })
  server.answer(trackers.page, ({ body: { offset } }) => ({
    message: 'Success',
    issues: [{ id: offset + 1 }],
    total: 2,
    next: offset === 0 ? 1 : null,
    last: offset + 41,
  }))
  // The following check belongs to the upload's own tests.
  const sending = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {})
  onTestFinished(() => sending.mockRestore())
  const user = await open(path, admin)
  await user.click(await screen.findByRole('button', { name: 'Взять заявки' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Заявки из Redmine' }))
  await user.click(await dialog.findByRole('combobox', { name: 'Проект' }))
  await user.click(await screen.findByRole('option', { name: 'Поддержка (№ 7)' }))
  await user.click(dialog.getByRole('button', { name: 'Прочитать и проверить' }))
  await screen.findByText('Redmine.json')
  expect(
    server.callsOf(trackers.page).map(({ body }) => [body.project, body.offset, body.after, body.comments]),
  ).toEqual([
    [7, 0, null, true],
    [7, 1, 41, true],
  ])
})
