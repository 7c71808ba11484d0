import { Button } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Theme } from '../../../ui/theme/Theme.tsx'
import { SelectionBar } from './SelectionBar.tsx'

it('is one stop of Tab, with arrows between its actions', async () => {
  const user = userEvent.setup({ delay: null })
  render(
    <Theme isStill>
      <Button>До</Button>
      <SelectionBar count={2} onClear={() => {}}>
        <Button>Часы</Button>
        <Button>Статус</Button>
      </SelectionBar>
      <Button>После</Button>
    </Theme>,
  )
  const held = () => document.activeElement?.textContent
  screen.getByRole('button', { name: 'До' }).focus()
  await user.tab()
  expect(held()).toBe('Часы')
  await user.keyboard('{ArrowRight}')
  expect(held()).toBe('Статус')
  await user.keyboard('{End}')
  expect(held()).toContain('Снять')
  await user.tab()
  expect(held()).toBe('После')
  expect(screen.getByRole('toolbar', { name: 'Действия с отмеченными' })).toBeDefined()
})
