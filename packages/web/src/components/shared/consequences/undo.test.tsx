import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { consequences } from '@vypusk/contract'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { open } from '../../../testing/app.tsx'
import { manager } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'
import { useConsequences } from './useConsequences.tsx'

/** After a change only what that change has withdrawn can be undone by its toast, and all of it. */

const withdrawal = (act_id: number, company: string): consequences.WithdrawalAct => ({
  act_id,
  said: 'Согласование снято',
  until: '2026-03-06T10:01:00.000Z',
  agreements: [{ id: act_id, company, release: 'Учёт' }],
})
const earlier = withdrawal(1, 'Ромашка')
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** On a page that makes no calls of its own, after somebody has withdrawn something else within the last minute. */
async function change(withdrawn: consequences.WithdrawalAct[]) {
  server.keepSilentOtherwise()
  server.answer(consequences.withdrawals, { acts: [earlier] })
  const user = await open('/no-such-page', manager)
  const { result } = renderHook(useConsequences, { wrapper })
  const offerUndo = await result.current.beforeChange()
  server.answer(consequences.withdrawals, { acts: [...withdrawn, earlier] })
  return { user, isOffered: await act(() => offerUndo()) }
}

it('does not offer to undo what was withdrawn before the change', async () => {
  const { isOffered } = await change([])
  expect(isOffered).toBe(false)
  expect(screen.queryByText(/Согласование снято/)).toBeNull()
})

it('offers to undo everything that the change has withdrawn, the latest first', async () => {
  server.answer(consequences.undo, { message: 'Success', agreements: [] })
  const { user, isOffered } = await change([withdrawal(3, 'Лютик'), withdrawal(2, 'Василёк')])
  expect(isOffered).toBe(true)
  await screen.findByText('Согласования 2 компаний сняты. Письма уйдут через минуту')
  await user.click(await screen.findByRole('button', { name: 'Отменить' }))
  await waitFor(() => expect(server.callsOf(consequences.undo).map(({ body }) => body.act_id)).toEqual([3, 2]))
})

it('lets a change be made, and ends well, when what can be undone cannot be read', async () => {
  server.keepSilentOtherwise()
  server.refuse(consequences.withdrawals, 503, 'База данных недоступна')
  await open('/no-such-page', manager)
  const { result } = renderHook(useConsequences, { wrapper })
  expect(await (await result.current.beforeChange())()).toBe(false)
  server.answer(consequences.withdrawals, { acts: [earlier] })
  const offerUndo = await result.current.beforeChange()
  server.refuse(consequences.withdrawals, 503, 'База данных недоступна')
  expect(await offerUndo()).toBe(false)
})
