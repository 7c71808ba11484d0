import { requests, trackers } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { pastToasts } from '../../../components/kit/feedback/toast.tsx'
import { paths } from '../../../paths.ts'
import { goTo, open } from '../../../testing/app.tsx'
import { admin } from '../../../testing/people.ts'
import { tracker } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

const report: requests.ImportReport & { message: string } = {
  message: 'Success',
  encoding: 'JSON',
  source: 'Redmine',
  private_count: 0,
  known_source: null,
  separator: '',
  header: ['id'],
  mapping: { source_key: 'id' },
  fields: [{ field: 'source_key', title: 'Номер' }],
  rows: 2,
  created: 2,
  updated: 0,
  same: 0,
  deleted: 0,
  files_count: 0,
  files_bytes: 0,
  bad_count: 0,
  bad: [],
  notes: [],
  values: [],
  dates: null,
  unit: null,
  preview: [],
  company: { id: null, name: 'Прочие' },
  module: { id: null, system: 'Прочее', name: 'Прочее' },
}

/** Holds the runs of the import, and replies to the last one. */
function holdRuns() {
  const runs: XMLHttpRequest[] = []
  const sending = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest) {
    runs.push(this)
  })
  onTestFinished(() => sending.mockRestore())
  return async (count: number, status: number, reply: object) => {
    await waitFor(() => expect(runs).toHaveLength(count))
    const run = runs.at(-1)!
    Object.defineProperties(run, { status: { value: status }, responseText: { value: JSON.stringify(reply) } })
    await act(async () => run.dispatchEvent(new Event('load')))
  }
}

const column = { header: ['id', 'Тема'], fields: [{ field: 'e_title', title: 'Название' }] }

/** Chooses a file that is then checked. */
async function chooseFile(reply: ReturnType<typeof holdRuns>, checked: object) {
  const user = await open('/admin/import', admin)
  await user.upload(await screen.findByLabelText('Файл с заявками'), new File(['id;Тема'], 'jira.csv'))
  await reply(1, 200, checked)
  return user
}

/** Takes the requests of a Redmine and leaves the page while they are being written. */
async function leaveWhileImporting() {
  const reply = holdRuns()
  const user = await open('/admin/import', admin)
  await user.click(await screen.findByRole('button', { name: 'Взять заявки' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Заявки из Redmine' }))
  await user.click(await dialog.findByRole('button', { name: 'Прочитать и проверить' }))
  await reply(1, 200, report)
  await user.click(await screen.findByRole('button', { name: 'Загрузить: 2 заявки' }))
  await goTo(paths.error404)
  await waitFor(() => expect(screen.queryByText('Импорт заявок')).toBeNull())
  return (status: number, outcome: object) => reply(2, status, outcome)
}

const told = () => pastToasts.get().map(({ message }) => message)

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(requests.importedPeople, { sources: [], source: null, names: [], names_count: 0 })
  server.answer(trackers.list, { trackers: [tracker()] })
  server.answer(trackers.test, { message: 'Success', person: 'Ольга Смирнова', projects: [] })
  server.answer(trackers.page, { message: 'Success', issues: [{ id: 1 }, { id: 2 }], total: 2, next: null, last: 2 })
})

it('ties the tracker to its requests, sending nothing else of it, and tells the outcome although the page was left', async () => {
  const reply = await leaveWhileImporting()
  const changed = { ...tracker(), request_field: 'Обращение', is_active: false }
  server.answer(trackers.list, { trackers: [changed] })
  server.answer(trackers.save, { message: 'Success', tracker: { ...changed, source: 'Redmine' } })
  await reply(200, report)
  await waitFor(() => expect(server.callsOf(trackers.save).map(({ body }) => body)).toEqual([{ source: 'Redmine' }]))
  expect(told()).toEqual(['Импорт закончен. Новых: 2, изменено: 0'])
})

it('tells why the tracker was not tied', async () => {
  const reply = await leaveWhileImporting()
  server.refuse(trackers.save, 422, 'Источник занят')
  await reply(200, report)
  await waitFor(() => expect(told()).toContain('Источник занят'))
})

it('tells of a refused import although the page was left', async () => {
  const reply = await leaveWhileImporting()
  await reply(422, { message: 'Строка 2: нет названия' })
  await waitFor(() => expect(told()).toEqual(['Импорт не выполнен. Строка 2: нет названия']))
})

it('offers nothing that would stop the writing of the requests, until it is over', async () => {
  const reply = holdRuns()
  const user = await chooseFile(reply, { ...report, ...column })
  const chosen = () => screen.queryByRole('combobox', { name: 'Название' })
  await waitFor(() => expect(chosen()).not.toBeNull())
  await user.click(screen.getByRole('button', { name: 'Загрузить: 2 заявки' }))
  await screen.findByRole('button', { name: 'Остановить' })
  expect([chosen(), screen.queryByLabelText('Источник')]).toEqual([null, null])
  await user.upload(screen.getByLabelText('Файл с заявками'), new File(['id'], 'other.csv'))
  // The second run is still the last one.
  await reply(2, 422, { message: 'Строка 2: нет названия' })
  await screen.findByText('Строка 2: нет названия')
  expect(chosen()).not.toBeNull()
})

it('has no heading for the values of a file that has none', async () => {
  await chooseFile(holdRuns(), { ...report, rows: 0, created: 0 })
  await screen.findByRole('heading', { name: 'Что будет сделано' })
  expect(screen.queryByRole('heading', { name: /^Значения/ })).toBeNull()
})
