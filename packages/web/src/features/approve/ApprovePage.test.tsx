import { approve, linkedThreads, trials } from '@vypusk/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { entry, linkQuestion, scope, thread } from '../../testing/agreements.ts'
import { queryClient } from '../../api/query-client.ts'
import { open } from '../../testing/app.tsx'
import { server } from '../../testing/server.ts'
import { installationZone } from '../../ui/dates.ts'

/** The page behind the link of a letter. */

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(approve.ask, linkQuestion())
  server.answer(linkedThreads.read, { threads: [], can_write: true })
})

test('everything that is agreed to is shown, and what is wrong with the date', async () => {
  const objections = [{ kind: 'closed' as const, idcomp: 7, text: '29.03.2030 закрыто: инвентаризация' }]
  server.answer(approve.ask, linkQuestion({ scope: scope(), scope_sha: scope().sha256, objections }))
  await open('/approve/secret', null)
  await screen.findByText('Печатается сразу')
  for (const text of ['Для кассиров', 'Снять копию базы', 'Учёт – Касса', objections[0]!.text]) screen.getByText(text)
})

test('days are those of the zone that the question names', async () => {
  server.answer(approve.ask, linkQuestion({ zone: 'Asia/Kamchatka' }))
  await open('/approve/secret', null)
  await screen.findByRole('button', { name: 'Согласовать' })
  expect(installationZone()).toBe('Asia/Kamchatka')
})

test('once the scope has changed, the page shows the difference and the scope of now', async () => {
  server.answer(approve.ask, linkQuestion({ scope: scope(), scope_sha: scope().sha256 }))
  const user = await open('/approve/secret', null)
  const agree = await screen.findByRole('button', { name: 'Согласовать' })
  const now = scope({ sha256: 'b'.repeat(64), terms: 'Снять две копии' })
  server.answer(approve.ask, linkQuestion({ scope: now, scope_sha: now.sha256 }))
  const part = { kind: 'terms' as const, id: 0, title: 'Правила установки', before: scope().terms, after: now.terms }
  const difference = { since: '2026-03-02T09:00:00.000Z', scope_sha: now.sha256, added: [], removed: [] }
  const scope_change = { ...difference, changed: [part] }
  server.refuse(approve.answer, 409, 'Состав релиза изменился', { scope_change })
  await user.click(agree)
  await screen.findByRole('region', { name: 'Что изменилось в составе' })
  await waitFor(() => expect(screen.getAllByText('Снять две копии')).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Согласовать' }))
  const named = server.callsOf(approve.answer).map(({ body }) => body)
  expect(named).toMatchObject([{ scope_sha: scope().sha256 }, { scope_sha: now.sha256 }])
})

test('once somebody else has answered by the link, the page shows the answer and asks nothing', async () => {
  const user = await open('/approve/secret', null)
  const agree = await screen.findByRole('button', { name: 'Согласовать' })
  const answered = { at: '2026-03-05T09:00:00.000Z', answer: 'agree' as const, by: 'it@example.ru' }
  server.answer(approve.ask, linkQuestion({ answered, can_agree: 'По этой ссылке уже ответили' }))
  server.refuse(approve.answer, 410, 'По этой ссылке уже ответили')
  await user.click(agree)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Согласовать' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  screen.getByText('Согласовано 05.03.2026, it@example.ru')
})

test('nobody agrees or begins a remark before the remarks are known, and they can be fetched again', async () => {
  server.refuse(linkedThreads.read, 429, 'Слишком часто')
  const user = await open('/approve/secret', null)
  await screen.findByText('Замечания не загрузились')
  screen.getByRole('button', { name: 'Другая дата' })
  const names = ['Согласовать', 'Согласовать с замечанием', 'Есть замечание']
  for (const name of names) expect(screen.queryByRole('button', { name })).toBeNull()
  server.answer(linkedThreads.read, { threads: [], can_write: true })
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByRole('button', { name: 'Согласовать' })
  await user.click(screen.getByRole('button', { name: 'Есть замечание' }))
  await screen.findByRole('textbox', { name: 'Новое замечание' })
})

test('no answer is awaited while a remark waits for the provider', async () => {
  server.answer(approve.ask, linkQuestion({ answer_by: '2030-03-15' }))
  await open('/approve/secret', null)
  await screen.findByText(/^Ответ ждут до 15 марта 2030/)
  server.answer(linkedThreads.read, { threads: [thread(1)], can_write: true })
  await act(() => queryClient.refetchQueries({ queryKey: ['approve', 'secret', 'threads'] }))
  await waitFor(() => expect(screen.queryByText(/^Ответ ждут до/)).toBeNull())
})

test('tests that have not loaded can be fetched again', async () => {
  server.refuse(trials.ask, 429, 'Слишком часто')
  await open('/approve/secret', null)
  await screen.findByText('Проверка на стенде не загрузилась')
  screen.getByRole('button', { name: 'Повторить' })
})

test('the newest entries of remarks are shown first, on request the earlier ones, and as many after writing', async () => {
  const words = (...ids: number[]) => ids.map((id) => entry(id, { html: `<p>Слова ${id}</p>` }))
  const part = ({ last }: { last?: number }, ...ids: number[]) => {
    const entries = words(...ids).slice(last === 200 ? -1 : 0)
    return {
      threads: [thread(1, { entries, earlier: ids.length - entries.length, needs_reason: false })],
      can_write: true as const,
    }
  }
  server.answer(linkedThreads.read, ({ query }) => part(query, 1, 2))
  server.answer(linkedThreads.turn, ({ query }) => ({ message: 'Success', ...part(query, 1, 2) }))
  const user = await open('/approve/secret', null)
  await screen.findByText('Слова 2')
  expect(screen.queryByText('Слова 1')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Показать более ранние' }))
  await screen.findByText('Слова 1')
  await user.click(screen.getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(server.callsOf(linkedThreads.turn)).toHaveLength(1))
  expect(server.callsOf(linkedThreads.turn)[0]?.query).toEqual({ last: 800 })
  expect(server.callsOf(linkedThreads.read).map(({ query }) => query.last)).toEqual([200, 800])
})

test('earlier entries that were opened while a remark was being closed stay', async () => {
  const reply = Promise.withResolvers<void>()
  const part = ({ last }: { last?: number }) => {
    const entries = [1, 2].map((id) => entry(id, { html: `<p>Слова ${id}</p>` })).slice(last === 200 ? -1 : 0)
    return {
      threads: [thread(1, { entries, earlier: 2 - entries.length, needs_reason: false })],
      can_write: true as const,
    }
  }
  server.answer(linkedThreads.read, ({ query }) => part(query))
  server.answer(linkedThreads.turn, async ({ query }) => {
    await reply.promise
    return { message: 'Success', ...part(query) }
  })
  const user = await open('/approve/secret', null)
  await user.click(await screen.findByRole('button', { name: 'Закрыть' }))
  await user.click(screen.getByRole('button', { name: 'Показать более ранние' }))
  await screen.findByText('Слова 1')
  await act(async () => reply.resolve())
  await screen.findByText('Замечание закрыто')
  screen.getByText('Слова 1')
  expect(screen.queryByRole('button', { name: 'Показать более ранние' })).toBeNull()
})

test('a remark that was closed while remarks were being fetched stays closed', async () => {
  const older = Promise.withResolvers<void>()
  let state: 'open' | 'closed' = 'open'
  const part = () => ({
    threads: [thread(1, { state, entries: [entry(2)], earlier: 1, needs_reason: false })],
    can_write: true as const,
  })
  server.answer(linkedThreads.read, async ({ query }) => {
    const read = part()
    if (query.last !== 200 && state === 'open') await older.promise
    return read
  })
  server.answer(linkedThreads.turn, () => {
    state = 'closed'
    return { message: 'Success', ...part() }
  })
  const user = await open('/approve/secret', null)
  await user.click(await screen.findByRole('button', { name: 'Показать более ранние' }))
  await user.click(screen.getByRole('button', { name: 'Закрыть' }))
  await screen.findByText('Замечание закрыто')
  await act(async () => older.resolve())
  expect(screen.getByRole('heading', { name: /^Замечания/ }).textContent).toBe('Замечания: открытых нет')
})

test('«Есть замечание» leads to the field of the form that is already open', async () => {
  const user = await open('/approve/secret', null)
  const raise = await screen.findByRole('button', { name: 'Есть замечание' })
  await user.click(raise)
  const form = await screen.findByRole('form', { name: 'Новое замечание' })
  const field = await within(form).findByRole('textbox', { name: 'Новое замечание' })
  await user.click(raise)
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('the focus stays on the page when what had it is gone, and the answer comes into sight', async () => {
  const user = await open('/approve/secret', null)
  await user.click(await screen.findByRole('button', { name: 'Согласовать с замечанием' }))
  await user.click(await screen.findByRole('button', { name: 'Отмена' }))
  const again = await screen.findByRole('button', { name: 'Согласовать с замечанием' })
  await waitFor(() => expect(document.activeElement).toBe(again))
  const answered = { answer: 'agree' as const, at: '2030-03-01T09:00:00.000Z', by: 'it@north.example' }
  const agreed = { at: answered.at, by: answered.by, on_behalf: false }
  server.answer(approve.answer, { message: 'Success', question: linkQuestion({ answered, agreed }) })
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  await user.click(screen.getByRole('button', { name: 'Согласовать' }))
  const outcome = await screen.findByRole('heading', { name: /^Согласовано/ })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  // It is above everything, and the button was pressed below.
  expect(shown.mock.contexts.some((one) => (one as Element).contains(outcome))).toBe(true)
  shown.mockRestore()
})

test('a date agreed to with a remark is shown as agreed, with the remark', async () => {
  const user = await open('/approve/secret', null)
  const answered = { answer: 'agree' as const, at: '2030-03-01T09:00:00.000Z', by: 'it@north.example' }
  const agreed = { at: answered.at, by: answered.by, on_behalf: false }
  server.answer(approve.answer, { message: 'Success', question: linkQuestion({ answered, agreed }) })
  await user.click(await screen.findByRole('button', { name: 'Согласовать с замечанием' }))
  await user.type(await screen.findByRole('textbox', { name: 'Замечание' }), 'Пришлите памятку')
  const given = thread(1, { entries: [entry(1, { html: '<p>Пришлите памятку</p>' })] })
  server.answer(linkedThreads.read, { threads: [given], can_write: true })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByRole('heading', { name: /^Согласовано/ })
  await screen.findByText('Пришлите памятку')
  expect(screen.queryByRole('button', { name: 'Согласовать' })).toBeNull()
})
