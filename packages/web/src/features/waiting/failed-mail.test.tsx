import { agreements, offers, scopes, threads, trials, type waiting } from '@vypusk/contract'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { it } from 'vitest'
import { agreementDetail, thread } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { client, manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'
import { matter, waits } from '../../testing/waiting.ts'

/** What is settled in the list says, as its own page does, that a letter about it failed. */

const failed = { message: 'Success', mail: 'failed' } as const
const saved = { ...failed, agreement: agreementDetail(5) }
const UPDATED = 'Согласование обновлено. Ошибка рассылки писем. Обратитесь к администратору'
const NOT_TOLD = 'Письмо об этом не ушло. Обратитесь к администратору'
const press = (name: string) => async (user: UserEvent) => user.click(await screen.findByRole('button', { name }))
const write =
  (opens: string, label: string, sends: string, words = 'Завтра') =>
  async (user: UserEvent) => {
    await press(opens)(user)
    await user.type(await screen.findByRole('textbox', { name: label }), words)
    await press(sends)(user)
  }

it.each<[string, waiting.Matter, (user: UserEvent) => Promise<void>, string]>([
  ['a date that is agreed to', matter(), press('Согласовать: Весна'), UPDATED],
  ['a date that is sent', matter({ kind: 'send' }), press('Отправить клиенту: Весна'), UPDATED],
  ['an offer that is accepted', matter({ kind: 'offer', offer_id: 2 }), press('Принять: Весна'), UPDATED],
  [
    'a declined offer',
    matter({ kind: 'offer', offer_id: 2 }),
    write('Отклонить…: Весна', 'Почему дата не подходит', 'Отклонить'),
    UPDATED,
  ],
  [
    'an answer',
    matter({ kind: 'remark', id: 9 }),
    write('Ответить…: Весна', 'Ответ', 'Ответить'),
    `Ответ отправлен. ${NOT_TOLD}`,
  ],
  [
    'a closed remark',
    matter({ kind: 'remark_answered', id: 9 }),
    press('Закрыть замечание: Весна'),
    `Замечание закрыто. ${NOT_TOLD}`,
  ],
])('reports that the letter about %s failed', async (_, waiting_matter, act, notice) => {
  waits([waiting_matter])
  server.answer(agreements.update, saved)
  server.answer(offers.answer, saved)
  server.answer(threads.answer, { ...failed, thread: thread(9) })
  server.answer(threads.turn, { ...failed, thread: thread(9) })
  const user = await open('/waiting', manager)
  await act(user)
  await screen.findByText(notice)
})

it.each([
  ['a remark', write('Есть замечание…: Весна', 'Замечание', 'Отправить'), `Замечание отправлено. ${NOT_TOLD}`],
  [
    'another date',
    write('Другая дата…: Весна', 'Другая дата', 'Предложить дату', '{Control>}a{/Control}30.03.2030{Tab}'),
    UPDATED,
  ],
])('reports that the letter about %s failed', async (_, act, notice) => {
  server.keepSilentOtherwise()
  waits([matter()])
  server.answer(agreements.get, agreementDetail(5))
  server.answer(threads.raise, { ...failed, thread: thread(9) })
  server.answer(offers.propose, saved)
  const user = await open('/waiting', client)
  await press('Ответить…: Весна')(user)
  await act(user)
  await screen.findByText(notice)
})

it('reports that the letter about a settled scope failed', async () => {
  waits([matter({ kind: 'scope' })])
  const difference = {
    added: [{ kind: 'request' as const, id: 12, title: 'Печать', text: '' }],
    removed: [],
    changed: [],
  }
  const scope_change = { since: '2026-03-02T09:00:00.000Z', scope_sha: 'a'.repeat(64), ...difference }
  const { abilities } = agreementDetail(5)
  server.answer(agreements.get, agreementDetail(5, { scope_change, abilities: { ...abilities, tell_scope: true } }))
  server.answer(scopes.settle, { ...failed, done: [5], refused: [] })
  const user = await open('/waiting', manager)
  await press('Решить…: Весна')(user)
  await press('Только сообщить')(user)
  await screen.findByText('Решение записано. Ошибка рассылки писем. Обратитесь к администратору')
})

it('reports that the letter about what was tried failed', async () => {
  waits([matter({ kind: 'trial' })])
  const tried: trials.Trials = {
    agreement_id: 5,
    isPublishedOnTestEnv: true,
    build: '',
    progress: { tried: 0, failing: 0, total: 1 },
    requests: [{ request_id: 12, e_title: 'Печать', in_release: true, standing: 'untried', results: [] }],
    abilities: { tell: true, build: 'Нет' },
  }
  server.answer(trials.get, tried)
  server.answer(trials.tell, { ...failed, trials: tried })
  const user = await open('/waiting', client)
  await press('Отметить проверенное: Весна')(user)
  await press('Проверено: Печать')(user)
  await screen.findByText('Отмечено: проверено. Ошибка рассылки писем. Обратитесь к администратору')
})
