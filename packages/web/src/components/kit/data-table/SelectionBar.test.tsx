import { Button, Menu } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Theme } from '../../../ui/theme/Theme.tsx'
import { SelectionBar } from './SelectionBar.tsx'

it('is one stop of Tab, with arrows between its actions', async () => {
  const user = userEvent.setup({ delay: null })
  render(
    <Theme isStill>
      <Button>До</Button>
      <SelectionBar count={2} onClear={() => {}} onEscape={() => {}}>
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

it('takes Esc, but for what it has opened and what is beside it', async () => {
  const user = userEvent.setup({ delay: null })
  const escape = vi.fn<() => void>()
  render(
    <Theme isStill>
      <Button>До</Button>
      <SelectionBar count={2} onClear={() => {}} onEscape={escape}>
        <Menu>
          <Menu.Target>
            <Button>Статус</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>В работе</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </SelectionBar>
    </Theme>,
  )
  screen.getByRole('button', { name: 'До' }).focus()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Статус' }))
  const item = await screen.findByRole('menuitem', { name: 'В работе' })
  item.focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menuitem')).toBeNull()
  expect(escape).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Статус' }).focus()
  await user.keyboard('{Escape}')
  expect(escape).toHaveBeenCalledOnce()
})
