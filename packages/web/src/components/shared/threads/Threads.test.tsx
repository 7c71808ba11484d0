import { agreements, live, lookups, threads } from '@vypusk/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { agreementDetail, entry, thread } from '../../../testing/agreements.ts'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'

const show = (...all: threads.Thread[]) => server.answer(threads.of, { threads: all })
const cardOf = async (id: number) =>
  within(await screen.findByRole('article', { name: new RegExp(`^Замечание № ${id},`) }))

beforeEach(() => {
  server.keepSilentOtherwise()
  server.answer(agreements.get, ({ params }) => agreementDetail(params.id))
  server.answer(threads.turn, ({ params, body }) => ({
    message: 'Success',
    mail: 'sent' as const,
    thread: thread(params.id, {
      state: 'closed',
      closing: { at: '2026-03-03T09:00:00.000Z', user: { id: 2, name: 'Максим Орлов' }, reason: body.reason },
    }),
  }))
})

test('staff can close a client’s remark only with a reason', async () => {
  show(thread(1))
  const user = await open('/agreements/5', manager)
  await user.click((await cardOf(1)).getByRole('button', { name: 'Закрыть…' }))
  const form = within((await cardOf(1)).getByRole('form', { name: 'Закрыть замечание' }))
  const close = form.getByRole<HTMLButtonElement>('button', { name: 'Закрыть замечание' })
  expect(close.disabled).toBe(true)
  await user.type(form.getByRole('textbox'), 'Перенесли')
  await user.click(close)
  await waitFor(() =>
    expect(server.callsOf(threads.turn)).toEqual([
      { params: { id: 1 }, query: { last: 200 }, body: { state: 'closed', reason: 'Перенесли', version: 4 } },
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Закрытые: 1 замечание' }))
  await (await cardOf(1)).findByText(/Причина: Перенесли$/)
})

test('an entry that staff wrote for the client says so', async () => {
  const told = entry(10, { user: { id: 2, name: 'Максим Орлов' }, on_behalf: true })
  show(thread(1, { entries: [told] }))
  await open('/agreements/5', manager)
  expect((await cardOf(1)).getByText('за клиента')).toBeTruthy()
})

test('staff close their own remark with one press', async () => {
  show(thread(2, { side: 'staff', needs_reason: false }))
  const user = await open('/agreements/5', manager)
  await user.click((await cardOf(2)).getByRole('button', { name: 'Закрыть' }))
  await waitFor(() =>
    expect(server.callsOf(threads.turn)[0]?.body).toEqual({ state: 'closed', reason: '', version: 4 }),
  )
})

test('shows the current state when somebody else was faster', async () => {
  show(thread(3))
  server.answer(lookups.users, { users: [{ id: 2, name: 'Максим Орлов' }] })
  const current = thread(3, { version: 5, owner: { id: 9, name: 'Ольга Чужая' } })
  server.refuse(threads.save, 409, 'Пока вы правили, это изменил другой человек', { current })
  const user = await open('/agreements/5', manager)
  await user.click((await cardOf(3)).getByRole('button', { name: 'Изменить' }))
  show(current)
  await user.click((await cardOf(3)).getByRole('button', { name: 'Сохранить' }))
  await (await cardOf(3)).findByText('Отвечает Ольга Чужая')
  expect((await (await cardOf(3)).findByRole('alert')).textContent).toContain(
    'Его изменения перенесены сюда: «Отвечает».',
  )
})

const factsForm = async (id: number) => within((await cardOf(id)).getByRole('form', { name: 'Изменить замечание' }))

test('saves only the changed properties, and keeps what somebody else has set meanwhile', async () => {
  show(thread(8))
  server.answer(lookups.users, { users: [{ id: 2, name: 'Максим Орлов' }] })
  const current = thread(8, { version: 5, owner: { id: 9, name: 'Ольга Чужая' } })
  const saved = thread(8, { version: 6, owner: current.owner, due: '2030-03-20' })
  server.answer(threads.save, { message: 'Success', mail: 'sent', thread: saved })
  const tell = server.stream(live.events)
  const user = await open('/agreements/5', manager)
  await user.click((await cardOf(8)).getByRole('button', { name: 'Изменить' }))
  show(current)
  tell({ entity: 'agreement', id: 5, version: 2, by: 9 })
  await (await cardOf(8)).findByText('Отвечает Ольга Чужая')
  const day = (await factsForm(8)).getByRole('textbox', { name: 'Ответить до' })
  await user.clear(day)
  await user.type(day, '20.03.2030')
  server.refuseOnce(threads.save, 409, 'Пока вы правили, это изменил другой человек', { current })
  await user.click((await factsForm(8)).getByRole('button', { name: 'Сохранить' }))
  await (await cardOf(8)).findByText('Его изменения перенесены сюда: «Отвечает».')
  await user.click((await factsForm(8)).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(server.callsOf(threads.save).map(({ body }) => body)).toEqual([
      { due: '2030-03-20', version: 4 },
      { due: '2030-03-20', version: 5 },
    ]),
  )
})

test('shows both values of a property that both have changed', async () => {
  show(thread(9))
  server.answer(lookups.users, { users: [{ id: 2, name: 'Максим Орлов' }] })
  const current = thread(9, { version: 5, due: '2030-03-15' })
  server.refuse(threads.save, 409, 'Пока вы правили, это изменил другой человек', { current })
  const user = await open('/agreements/5', manager)
  await user.click((await cardOf(9)).getByRole('button', { name: 'Изменить' }))
  show(current)
  const day = (await factsForm(9)).getByRole('textbox', { name: 'Ответить до' })
  await user.clear(day)
  await user.type(day, '20.03.2030')
  await user.click((await factsForm(9)).getByRole('button', { name: 'Сохранить' }))
  const both = within(await screen.findByRole('group', { name: 'Ответить до' }))
  both.getByText('20.03.2030')
  both.getByText('15.03.2030')
  expect(server.callsOf(threads.save)).toHaveLength(1)
})

test('names the person whom the other one has chosen, although they cannot be chosen any more', async () => {
  show(thread(10))
  server.answer(lookups.users, { users: [2, 7].map((id) => ({ id, name: id === 2 ? 'Максим Орлов' : 'Пётр Ясный' })) })
  const current = thread(10, { version: 5, owner: { id: 9, name: 'Ольга Чужая' } })
  server.refuse(threads.save, 409, 'Пока вы правили, это изменил другой человек', { current })
  const user = await open('/agreements/5', manager)
  await user.click((await cardOf(10)).getByRole('button', { name: 'Изменить' }))
  await user.click((await factsForm(10)).getByRole('combobox', { name: 'Отвечает' }))
  await user.click(await screen.findByRole('option', { name: 'Пётр Ясный' }))
  await user.click((await factsForm(10)).getByRole('button', { name: 'Сохранить' }))
  const both = within(await screen.findByRole('group', { name: 'Отвечает' }))
  both.getByText('Пётр Ясный')
  both.getByText('Ольга Чужая')
})

test('only one’s own entries can be withdrawn; internal ones are marked', async () => {
  const own = { user: { id: 2, name: 'Максим Орлов' }, side: 'staff', internal: true } as const
  show(thread(4, { entries: [entry(40), entry(41, { ...own, abilities: { rewrite: true, withdraw: true } })] }))
  await open('/agreements/5', manager)
  const [first, second] = (await cardOf(4)).getAllByRole('listitem')
  expect(within(first!).queryByRole('button')).toBeNull()
  within(second!).getByText('только сотрудникам')
  within(second!).getByRole('button', { name: 'Отозвать' })
})

test('counts remarks that block publication separately', async () => {
  show(thread(5), thread(6, { blocks: false }), thread(7, { state: 'closed' }))
  await open('/agreements/5', manager)
  await screen.findByText('открытых 2, из них держат публикацию 1')
})
