import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { renderAlone } from '../../testing/alone.tsx'
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
