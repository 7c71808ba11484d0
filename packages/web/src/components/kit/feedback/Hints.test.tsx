import { MantineProvider } from '@mantine/core'
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AbleButton } from '../../../ui/AbleButton.tsx'
import { useKeys } from '../../../ui/useKeys.ts'
import { Hints } from './Hints.tsx'

test('a button that had the focus before hints were loaded shows its hint', async () => {
  const button = document.createElement('button')
  button.dataset['hint'] = 'Скрыть'
  document.body.append(button)
  button.focus()
  // Without the page, which has hints of its own once another test has loaded them.
  render(
    <MantineProvider>
      <Hints />
    </MantineProvider>,
  )
  expect((await screen.findByRole('tooltip')).textContent).toBe('Скрыть')
  button.remove()
})

const Refused = () => (
  <MantineProvider>
    <Hints />
    <AbleButton ability="Релиз закрыт" onClick={() => {}}>
      Изменить
    </AbleButton>
  </MantineProvider>
)

test('the reason of a button that cannot be used goes away with Esc, and leaves the key to the page', async () => {
  const leave = vi.fn<() => void>()
  renderHook(() => useKeys({ Escape: leave }))
  render(<Refused />)
  const user = userEvent.setup({ delay: null })
  await user.tab()
  expect((await screen.findByRole('tooltip')).textContent).toBe('Релиз закрыт')
  await user.keyboard('{Escape}')
  expect(leave).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

test('a finger that presses a button that cannot be used is told why', async () => {
  render(<Refused />)
  // Pressed without the focus, which a press by finger does not make visible.
  fireEvent.click(screen.getByRole('button', { name: 'Изменить' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Релиз закрыт')
})
