import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { overlaysNeeded } from './showing.ts'

const around = (isThere = true, isOpen = false) => (
  <>
    {isThere && (
      <button type="button" aria-label="Клавиши" data-hint="Клавиши" aria-expanded={isOpen}>
        <svg />
      </button>
    )}
    <button type="button">Рядом</button>
  </>
)
// Tooltips are loaded with dialogs and toasts.
beforeEach(() => overlaysNeeded.set(true))

const tooltip = () => screen.queryByRole('tooltip')

it('shows the hint of what the pointer rests on, until it leaves', async () => {
  const user = userEvent.setup()
  await renderAlone(around())
  await vi.dynamicImportSettled()
  await user.hover(screen.getByRole('button', { name: 'Клавиши' }))
  expect(tooltip()).toBeNull()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Клавиши')
  await user.hover(screen.getByRole('button', { name: 'Рядом' }))
  await waitFor(() => expect(tooltip()).toBeNull())
})

it('shows none for what is gone or open', async () => {
  const user = userEvent.setup()
  const show = await renderAlone(around())
  await vi.dynamicImportSettled()
  await user.hover(screen.getByRole('button', { name: 'Клавиши' }))
  await screen.findByRole('tooltip')
  show(around(true, true))
  await waitFor(() => expect(tooltip()).toBeNull())
  show(around(true, false))
  await screen.findByRole('tooltip')
  show(around(false))
  await waitFor(() => expect(tooltip()).toBeNull())
})
