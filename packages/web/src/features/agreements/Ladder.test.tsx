import { agreements, lookups, refusals, reminders, type ReplyOf } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { agreementDetail } from '../../testing/agreements.ts'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'

const ID = 5
type LadderState = ReplyOf<typeof reminders.list>
const deputy = {
  stage: 'deputy' as const,
  at: '2030-03-12T02:00:00.000Z',
  day: '2030-03-12',
  has_addressee: true,
}
const ladderState = (overrides: Partial<LadderState> = {}): LadderState => ({
  reminders: [],
  planned: [{ ...deputy, stage: 'recipients', has_addressee: false }, deputy],
  paused: null,
  pause: null,
  company_zone: 'Asia/Vladivostok',
  deputy: null,
  head: null,
  escalation_version: 1,
  abilities: { pause: true, resume: 'Напоминания не приостановлены', hurry: true, remind: true },
  ...overrides,
})
const REASON = 'Договорились по телефону'
const paused = ladderState({
  planned: [],
  paused: `Приостановлены: ${REASON}`,
  pause: { reason: REASON, at: '2030-03-10T09:00:00.000Z', user: { id: 2, name: 'Максим Орлов' } },
  abilities: { pause: 'Приостановлены', resume: true, hurry: 'Приостановлены', remind: true },
})

function opens(ladder: LadderState) {
  server.keepSilentOtherwise()
  server.answer(agreements.get, agreementDetail(ID))
  server.answer(reminders.list, ladder)
  return open(`/agreements/${ID}`, manager)
}

it('shows whom the schedule asks next, by both clocks, and sends it ahead of time', async () => {
  const user = await opens(ladderState())
  server.answer(reminders.hurry, { message: 'Success', mail: 'sent' })
  await screen.findByText(/^Напомним заместителю 12\.03\.2030 в \d\d:00 .*12:00.*Владивосток\.$/)
  await user.click(screen.getByRole('button', { name: 'Отправить сейчас' }))
  await waitFor(() => expect(server.callsOf(reminders.hurry).map(({ body }) => body)).toEqual([{ stage: 'deputy' }]))
})

it('does not offer to remind a client that has answered, and says what to do instead', async () => {
  const reason = 'Клиент предложил другую дату: примите её или отклоните'
  const user = await opens(
    ladderState({
      planned: [],
      paused: reason,
      abilities: { pause: reason, resume: 'Нет', hurry: reason, remind: reason },
    }),
  )
  const button = await screen.findByRole('button', { name: 'Напомнить получателям' })
  expect(button.getAttribute('aria-description')).toBe(reason)
  await user.click(button)
  expect(server.callsOf(agreements.remindMany)).toEqual([])
})

it('can be paused only with a reason', async () => {
  const user = await opens(ladderState())
  server.answer(reminders.pause, { message: 'Success' })
  await user.click(await screen.findByRole('button', { name: 'Приостановить…' }))
  const press = await screen.findByRole<HTMLButtonElement>('button', { name: 'Приостановить' })
  expect(press.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: 'Почему' }), REASON)
  await user.click(press)
  await waitFor(() => expect(server.callsOf(reminders.pause).map(({ body }) => body)).toEqual([{ reason: REASON }]))
})

it('shows who paused it and why, and resumes', async () => {
  const user = await opens(paused)
  server.answer(reminders.resume, { message: 'Success' })
  await screen.findByText(new RegExp(`^Приостановлено: ${REASON} \\(Максим Орлов, `))
  expect(screen.queryByRole('button', { name: 'Отправить сейчас' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Возобновить' }))
  await waitFor(() => expect(server.callsOf(reminders.resume)).toHaveLength(1))
})

const person = (id: number, name: string) => ({ id, name, mailuser: `p${id}@example.ru`, idcomp: 7 })
const former = { ...person(31, 'Иван Ушедший'), gone: 'left' as const }

it('tells two people of the same name apart', async () => {
  const user = await opens(ladderState())
  server.answer(lookups.companyContacts, { contacts: [person(32, 'Вера Новая'), person(33, 'Вера Новая')] })
  const head = await screen.findByRole('combobox', { name: 'Руководитель' })
  await user.click(head)
  const offered = within(document.getElementById(head.getAttribute('aria-controls') ?? '') ?? document.body)
  expect((await offered.findAllByRole('option')).map((one) => one.textContent)).toEqual([
    'Вера Новая · p32@example.ru',
    'Вера Новая · p33@example.ru',
  ])
})

it('asks again for the people who have failed to load, and names who was chosen meanwhile', async () => {
  server.refuseOnce(lookups.companyContacts, 403, refusals.own_fault[1])
  const user = await opens(ladderState({ deputy: { ...person(32, 'Вера Новая'), gone: null } }))
  server.answer(lookups.companyContacts, { contacts: [person(32, 'Вера Новая'), person(33, 'Олег Сидоров')] })
  const head = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Руководитель' })
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Заместитель' }).value).toBe('Вера Новая')
  await user.click(head)
  // The list of each of the two fields has him.
  expect(await screen.findAllByRole('option', { name: 'Олег Сидоров' })).toHaveLength(2)
})

it('names a deputy who does not count any more, and saves only the head that was chosen', async () => {
  const user = await opens(ladderState({ deputy: former, escalation_version: 4 }))
  server.answer(lookups.companyContacts, { contacts: [person(32, 'Вера Новая')] })
  expect(await screen.findByDisplayValue('Иван Ушедший (больше не из компании)')).toBeDefined()
  // A colleague has changed the deputy meanwhile.
  const current = { deputy: null, head: null, escalation_version: 5 }
  server.answer(reminders.saveEscalation, { message: 'Success', ...current, escalation_version: 6 })
  server.refuseOnce(reminders.saveEscalation, 409, 'Запись изменена', { current })
  await user.click(screen.getByRole('combobox', { name: 'Руководитель' }))
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() =>
    expect(server.callsOf(reminders.saveEscalation).map(({ body }) => body)).toEqual([
      { head_id: 32, version: 4 },
      { head_id: 32, version: 5 },
    ]),
  )
})
