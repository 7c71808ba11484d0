import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAlone } from '../../../testing/alone.tsx'
import { Hints } from './Hints.tsx'

test('a button that had the focus before hints were loaded shows its hint', async () => {
  const button = document.createElement('button')
  button.dataset['hint'] = 'Скрыть'
  document.body.append(button)
  button.focus()
  await renderAlone(<Hints />)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Скрыть')
  button.remove()
})
