import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { useChange } from '../../../api/changes.ts'
import { ownChanges, queryClient } from '../../../api/query-client.ts'
import { setSession } from '../../../api/session.ts'
import { open } from '../../../testing/app.tsx'
import { admin, manager, tokenOf } from '../../../testing/people.ts'
import { server } from '../../../testing/server.ts'
import { confirm } from '../../kit/feedback/dialogs.tsx'
import { dropSession } from './guards.ts'

/** A page that makes no calls of its own. */
const opens = () => {
  server.keepSilentOtherwise()
  return open('/no-such-page', manager)
}
const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('closes the question of the person who was signed in, answered with «Отмена»', async () => {
  await opens()
  const answered = vi.fn<(isWanted: boolean) => void>()
  act(() => void confirm({ title: 'Удалить релиз?', children: 'Совсем', action: 'Удалить' }).then(answered))
  await screen.findByRole('dialog', { name: 'Удалить релиз?' })
  act(dropSession)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(answered.mock.calls).toEqual([[false]])
})

it('sends nothing as the next person that the former one had still waiting, and shows them no reply of it', async () => {
  await opens()
  const answers: (() => void)[] = []
  const save = vi.fn<(id: number) => Promise<string>>(
    () => new Promise((resolve) => answers.push(() => resolve('of the former'))),
  )
  const { result } = renderHook(
    () =>
      useChange({
        changes: ['request'],
        scope: { id: 'rows' },
        mutationFn: save,
        put: (reply: string, id: number) => [[['request', id], reply]],
      }),
    { wrapper: Around },
  )
  await act(async () => {
    result.current.mutate(1)
    result.current.mutate(2)
  })
  expect(save).toHaveBeenCalledTimes(1)
  act(dropSession)
  expect(ownChanges.covers('request')).toBe(false)
  setSession({ token: tokenOf(admin), user_id: admin.id })
  await act(async () => answers[0]?.())
  expect(save).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryData(['request', 1])).toBeUndefined()
})
