import { agreements, lookups, threads } from '@vypusk/contract'
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
      { params: { id: 1 }, query: undefined, body: { state: 'closed', reason: 'Перенесли', version: 4 } },
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Закрытые: 1 замечание' }))
  await (await cardOf(1)).findByText(/Причина: Перенесли$/)
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
  expect((await cardOf(3)).getByRole('alert').textContent).toBe('Пока вы правили, это изменил другой человек')
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
