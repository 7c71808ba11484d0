import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
