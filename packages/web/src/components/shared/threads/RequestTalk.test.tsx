import { requests, talks, threads } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { entry, thread } from '../../../testing/agreements.ts'
import { goTo, open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { requestDetail, requestPage, requestRow } from '../../../testing/requests.ts'
import { server } from '../../../testing/server.ts'

const about = { entity: 'request', entity_id: 7, kind: 'talk', due: null, blocks: false } as const
const talk = (overrides: Partial<threads.Thread> = {}) => thread(1, { ...about, ...overrides })
const show = (...all: threads.Thread[]) => server.answer(threads.of, { threads: all })
const list = () => screen.findByRole('list', { name: 'Переписка по заявке' })

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(requests.getRequest, ({ params }) => requestDetail(params.id))
  server.answer(talks.people, { people: [{ id: 3, name: 'Клара Северная', side: 'client' }] })
})

test('orders entries by time, marks internal ones, and hides the text of withdrawn ones', async () => {
  const own = { user: { id: 2, name: 'Максим Орлов' }, side: 'staff' } as const
  const gone = { withdrawn_at: '2026-03-02T10:00:00.000Z', html: '' }
  show(talk({ entries: [entry(1), entry(2, { ...own, internal: true }), entry(3, gone)] }))
  await open('/?open=7', manager)
  const rows = within(await list()).getAllByRole('listitem')
  expect(rows.map((row) => row.dataset['own'])).toEqual([undefined, 'true', undefined])
  within(rows[1]!).getByText('только сотрудникам')
  within(rows[2]!).getByText(/^Отозвано/)
})

test('highlights mentioned people', async () => {
  const mentions = [{ id: 3, name: 'Клара Северная' }]
  show(talk({ entries: [entry(1, { html: '<p>@Клара Северная, посмотрите</p>', mentions })] }))
  await open('/?open=7', manager)
  const name = await within(await list()).findByText('@Клара Северная')
  expect(name.tagName).toBe('SPAN')
})

test('answers a question, or marks with one press that no answer is needed', async () => {
  show(talk({ entries: [entry(1, { asks: true })] }))
  server.answer(threads.turn, { message: 'Success', mail: 'sent', thread: talk({ state: 'answered' }) })
  const user = await open('/?open=7', manager)
  await screen.findByText('Ждёт вашего ответа')
  screen.getByRole('button', { name: 'Ответить' })
  await user.click(screen.getByRole('button', { name: 'Ответ не нужен' }))
  await waitFor(() => expect(screen.queryByText('Ждёт вашего ответа')).toBeNull())
  expect(server.callsOf(threads.turn)[0]?.body).toEqual({ state: 'closed', reason: '', version: 4 })
  screen.getByRole('button', { name: 'Написать' })
})

/** As if the text had been typed before a reload. */
const typeBefore = (html: string) =>
  localStorage.setItem('vypusk.draft.request.7.talk.2', JSON.stringify({ html, files: [] }))
const typed = () => localStorage.getItem('vypusk.draft.request.7.talk.2')

async function write(html: string, ...shown: threads.Thread[]) {
  show(...shown)
  server.answer(requests.backlogSummary, requestPage([requestRow(7), requestRow(8)]))
  const user = await open('/?open=7', manager)
  typeBefore(html)
  await user.click(await screen.findByRole('button', { name: 'Написать' }))
  return { user, send: async () => user.click(await screen.findByRole('button', { name: 'Отправить' })) }
}

test('a message sent again after a lost answer is sent once, also when more is shown by then', async () => {
  server.answer(talks.say, { message: 'Success', mail: 'sent', thread: talk() })
  server.cutOnce(talks.say)
  const { user, send } = await write('<p>Готово?</p>', talk({ state: 'answered', earlier: 1 }))
  await send()
  await screen.findByText(/^Нет связи с сервером/)
  await user.click(screen.getByRole('button', { name: 'Показать более ранние' }))
  await send()
  await screen.findByText('Сообщение отправлено')
  const [lost, repeated] = server.callsOf(talks.say)
  expect([lost?.query, repeated?.query]).toEqual([{ last: 200 }, { last: 800 }])
  expect(repeated).toEqual({ ...lost, query: repeated?.query })
})

test('tells of a refusal although the form has gone, and keeps what was typed', async () => {
  const reply = Promise.withResolvers<never>()
  server.answer(talks.say, () => reply.promise)
  const { send } = await write('<p>Готово?</p>')
  await send()
  await waitFor(() => expect(server.callsOf(talks.say)).toHaveLength(1))
  await goTo('/?open=8')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Сообщение' })).toBeNull())
  await act(async () => reply.reject(new TypeError('Failed to fetch')))
  await screen.findByText(/^Нет связи с сервером/)
  expect(typed()).toContain('Готово?')
})

test('takes nothing more into a message that is being sent', async () => {
  const reply = Promise.withResolvers<never>()
  server.answer(talks.say, () => reply.promise)
  const { send } = await write('<p>Готово?</p>')
  await send()
  const field = await screen.findByRole('textbox', { name: 'Сообщение' })
  await waitFor(() => expect(field.getAttribute('contenteditable')).toBe('false'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Приложить файлы' }).disabled).toBe(true)
  await act(async () => reply.reject(new TypeError('Failed to fetch')))
  await waitFor(() => expect(field.getAttribute('contenteditable')).toBe('true'))
})

test('shows the newest entries, on request the earlier ones, and as many when something is written', async () => {
  const all = [1, 2, 3].map((id) => entry(id, { html: `<p>Слова ${id}</p>` }))
  const part = (from: number) => talk({ entries: all.slice(from), earlier: from })
  // As if only two were the newest 200.
  const fromOf = ({ last }: { last?: number }) => (last === 200 ? all.length - 2 : 0)
  server.answer(threads.of, ({ query }) => ({ threads: [part(fromOf(query))] }))
  server.answer(talks.say, ({ query }) => {
    all.push(entry(4, { html: '<p>Новые</p>' }))
    return { message: 'Success', mail: 'sent' as const, thread: part(fromOf(query)) }
  })
  const user = await open('/?open=7', manager)
  const words = async () =>
    within(await list())
      .getAllByText(/^Слова|^Новые/)
      .map((text) => text.textContent)
  expect(await words()).toEqual(['Слова 2', 'Слова 3'])
  expect(server.callsOf(threads.of)[0]?.query).toEqual({ last: 200 })

  typeBefore('<p>Новые</p>')
  await user.click(await screen.findByRole('button', { name: 'Ответить' }))
  await user.click(await screen.findByRole('button', { name: 'Отправить' }))
  await waitFor(async () => expect(await words()).toEqual(['Слова 3', 'Новые']))

  await user.click(screen.getByRole('button', { name: 'Показать более ранние' }))
  await waitFor(async () => expect(await words()).toEqual(['Слова 1', 'Слова 2', 'Слова 3', 'Новые']))
  expect(server.callsOf(threads.of).at(-1)?.query).toEqual({ last: 800 })
  expect(screen.queryByRole('button', { name: 'Показать более ранние' })).toBeNull()
})

test('keeps the earlier entries that were opened while something was being sent', async () => {
  const reply = Promise.withResolvers<void>()
  const all = [1, 2, 3].map((id) => entry(id, { html: `<p>Слова ${id}</p>` }))
  const part = (from: number) => talk({ entries: all.slice(from), earlier: from })
  // As if only two were the newest 200.
  server.answer(threads.of, ({ query }) => ({ threads: [part(query.last === 200 ? all.length - 2 : 0)] }))
  server.answer(talks.say, async () => {
    await reply.promise
    all.push(entry(4, { html: '<p>Новые</p>' }))
    return { message: 'Success', mail: 'sent' as const, thread: part(all.length - 2) }
  })
  const user = await open('/?open=7', manager)
  typeBefore('<p>Новые</p>')
  await user.click(await screen.findByRole('button', { name: 'Ответить' }))
  await user.click(await screen.findByRole('button', { name: 'Отправить' }))
  await user.click(screen.getByRole('button', { name: 'Показать более ранние' }))
  await screen.findByText('Слова 1')
  await act(async () => reply.resolve())
  await within(await list()).findByText('Новые')
  const words = within(await list()).getAllByText(/^Слова|^Новые/)
  expect(words.map((text) => text.textContent)).toEqual(['Слова 1', 'Слова 2', 'Слова 3', 'Новые'])
  expect(screen.queryByRole('button', { name: 'Показать более ранние' })).toBeNull()
})

test('keeps what was written while the conversation was being fetched', async () => {
  const older = Promise.withResolvers<void>()
  const all = [1, 2].map((id) => entry(id, { html: `<p>Слова ${id}</p>` }))
  const part = (from: number) => talk({ entries: all.slice(from), earlier: from })
  server.answer(threads.of, async ({ query }) => {
    const read = { threads: [part(query.last === 200 ? 1 : 0)] }
    if (query.last !== 200 && all.length === 2) await older.promise
    return read
  })
  server.answer(talks.say, () => {
    all.push(entry(3, { html: '<p>Новые</p>' }))
    return { message: 'Success', mail: 'sent' as const, thread: part(0) }
  })
  const user = await open('/?open=7', manager)
  typeBefore('<p>Новые</p>')
  await user.click(await screen.findByRole('button', { name: 'Ответить' }))
  await user.click(screen.getByRole('button', { name: 'Показать более ранние' }))
  await user.click(await screen.findByRole('button', { name: 'Отправить' }))
  await screen.findByText('Сообщение отправлено')
  await act(async () => older.resolve())
  const words = within(await list()).getAllByText(/^Слова|^Новые/)
  expect(words.map((text) => text.textContent)).toEqual(['Слова 1', 'Слова 2', 'Новые'])
})
