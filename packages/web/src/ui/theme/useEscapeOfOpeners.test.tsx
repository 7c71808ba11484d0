import { Button, Menu, Popover } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { Theme } from './Theme.tsx'

const Still = ({ children }: { children: ReactNode }) => <Theme isStill>{children}</Theme>

const AMenu = () => (
  <Menu>
    <Menu.Target>
      <Button>Ещё</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item>Удалить</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

function APanel() {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Button onClick={() => setOpened(!opened)}>Ещё</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Button>Удалить</Button>
      </Popover.Dropdown>
    </Popover>
  )
}

describe('Esc, pressed before the focus has moved into what was opened', () => {
  it.each([
    ['a menu', <AMenu key="menu" />],
    ['a panel', <APanel key="panel" />],
  ])('closes %s and leaves the focus on its button', async (_, part) => {
    render(part, { wrapper: Still })
    const button = screen.getByRole('button', { name: 'Ещё' })
    button.focus()
    fireEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(button)
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    // Mantine moves the focus by a timer that was set before this one.
    await new Promise((moved) => setTimeout(moved))
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(screen.queryByText('Удалить')).toBeNull()
  })

  it('opens nothing', () => {
    render(<AMenu />, { wrapper: Still })
    const button = screen.getByRole('button', { name: 'Ещё' })
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })
})
