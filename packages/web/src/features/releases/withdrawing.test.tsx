import { QueryClientProvider } from '@tanstack/react-query'
import { consequences } from '@vypusk/contract'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { open } from '../../testing/app.tsx'
import { manager } from '../../testing/people.ts'
import { server } from '../../testing/server.ts'
import { useWithdrawing } from './useWithdrawing.ts'

/** «Снять согласования» of a release with more companies than one call takes. */

const COUNT = 250
const all = Array.from({ length: COUNT }, (_, index): consequences.Foreseen => ({
  agreement_id: index + 1,
  release: { id: 8, name: 'Релиз 8' },
  company: { idcomp: index + 1, namecomp: `Компания ${index + 1}` },
  kind: 'withdrawn',
  said: 'Согласование снято',
  agreed: false,
  releaseDate: '2030-04-02',
  releaseTime: null,
  zone: 'Europe/Moscow',
  company_zone: null,
  addressees: [],
}))

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** Confirms the question, on a page that makes no calls of its own; only what was withdrawn can be undone. */
async function withdraw() {
  const act_id = 1
  server.keepSilentOtherwise()
  server.answer(consequences.foresee, { consequences: all })
  server.answer(consequences.withdrawals, () => ({
    acts: sent().length === 0 ? [] : [{ act_id, said: 'Снято', until: '2030-03-06T10:01:00.000Z', agreements: [] }],
  }))
  const user = await open('/no-such-page', manager)
  const { result } = renderHook(() => useWithdrawing({ id: 8, title: 'Релиз 8' }), { wrapper })
  act(() => result.current())
  const question = within(await screen.findByRole('dialog', { name: /^Снять согласования/ }))
  await user.click(question.getByRole('button', { name: 'Снять' }))
}
const sent = () => server.callsOf(consequences.withdraw).map(({ body }) => body.ids.length)

it('withdraws all of them in parts after one question', async () => {
  server.answer(consequences.withdraw, ({ body: { ids } }) => ({ message: 'Success', withdrawn: ids }))
  await withdraw()
  await waitFor(() => expect(sent()).toEqual([200, 50]))
  expect(server.callsOf(consequences.foresee).map(({ body }) => body)).toEqual([
    { change: 'release_withdrawn', release_id: 8 },
  ])
  await screen.findByRole('button', { name: 'Отменить' })
})

it('offers to undo the parts that succeeded, and says why another one failed', async () => {
  server.answer(consequences.withdraw, ({ body: { ids } }) => {
    server.refuse(consequences.withdraw, 503, 'База данных недоступна')
    return { message: 'Success', withdrawn: ids }
  })
  await withdraw()
  await screen.findByText('База данных недоступна')
  expect(sent()).toEqual([200, 50])
  await screen.findByRole('button', { name: 'Отменить' })
})
