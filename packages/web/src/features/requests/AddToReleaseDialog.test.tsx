import { releases } from '@vypusk/contract'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAlone } from '../../testing/alone.tsx'
import { requestRow } from '../../testing/requests.ts'
import { server } from '../../testing/server.ts'
import { AddToReleaseDialog } from './AddToReleaseDialog.tsx'

beforeEach(() => server.keepSilentOtherwise())

const dialog = <AddToReleaseDialog ids={[5]} onClose={() => {}} onAdded={() => {}} />

/** Opens the dialog anew, and in it the fields of a new release. */
async function reopen(show: (part: ReactNode) => void, user: ReturnType<typeof userEvent.setup>) {
  show(null)
  show(dialog)
  await user.click(await screen.findByRole('radio', { name: 'Новый' }))
  return screen.findByRole('textbox', { name: /^Название/ })
}

it('keeps the new release that was being described when it is closed, and drops it on «Отмена»', async () => {
  const user = userEvent.setup({ delay: null })
  const show = await renderAlone(null)
  await user.type(await reopen(show, user), 'Весенний')
  expect(await reopen(show, user)).toHaveProperty('value', 'Весенний')
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  expect(await reopen(show, user)).toHaveProperty('value', '')
})

it('lets nothing be changed while requests are being added, so that a refusal is shown', async () => {
  server.answer(releases.checkRequests, {
    free: [requestRow(11)],
    taken: [],
    missing: [],
    over: [],
    companies: [],
    modules: [],
    hours: { planned_time: 0, planned_requests_time: 0, added: 0 },
    is_visible_for_client: false,
  })
  const reply = Promise.withResolvers<never>()
  server.answer(releases.save, () => reply.promise)
  const close = vi.fn<() => void>()
  await renderAlone(<AddToReleaseDialog ids={[11]} onClose={close} onAdded={() => {}} />)
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('radio', { name: 'Новый' }))
  await user.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Осенний')
  await user.type(screen.getByRole('textbox', { name: /^План/ }), '01.10.2030')
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Добавить' })
  await waitFor(() => expect(add.disabled).toBe(false))
  await user.click(add)
  await waitFor(() => expect(server.callsOf(releases.save)).toHaveLength(1))
  await user.click(screen.getByRole('radio', { name: 'Существующий' }))
  await user.type(screen.getByRole('textbox', { name: /^Название/ }), ' 2')
  reply.reject(new TypeError('Failed to fetch'))
  await screen.findByText(/^Нет связи с сервером/)
  expect(screen.getByRole('textbox', { name: /^Название/ })).toHaveProperty('value', 'Осенний')
  expect(server.callsOf(releases.save)).toHaveLength(1)
  expect(close).not.toHaveBeenCalled()
})
