import { Button, Modal, Popover } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { Theme } from './Theme.tsx'

function Dialog({ title, children }: { title: string; children?: ReactNode }) {
  const [opened, setOpened] = useState(true)
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={title}>
      {children}
    </Modal>
  )
}

const shown = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent)
const show = (parts: ReactNode) => {
  render(<Theme isStill>{parts}</Theme>)
  return userEvent.setup({ delay: null })
}

/** As Mantine's field of a day is on the page while its calendar is open. */
function Day() {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <input data-dates-input aria-label="С" onKeyDown={({ key }) => key === 'Escape' && setOpened(false)} />
      {opened && <div data-dates-dropdown>Ноябрь 2026</div>}
    </>
  )
}

it('closes the calendar of a day first, then the dialog', async () => {
  const user = show(
    <Dialog title="Закрытые дни">
      <Day />
    </Dialog>,
  )
  screen.getByLabelText('С').focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Ноябрь 2026')).toBeNull()
  expect(shown()).toEqual(['Закрытые дни'])
  // The mark on the field is gone with the next task.
  await new Promise((done) => setTimeout(done))
  await user.keyboard('{Escape}')
  expect(shown()).toEqual([])
})

it('closes a panel first, wherever in it the focus is', async () => {
  const user = show(
    <Dialog title="Описание">
      <Popover trapFocus>
        <Popover.Target>
          <Button>Ссылка</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Button>Поставить</Button>
        </Popover.Dropdown>
      </Popover>
    </Dialog>,
  )
  await user.click(screen.getByRole('button', { name: 'Ссылка' }))
  const inside = await screen.findByRole('button', { name: 'Поставить' })
  inside.focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Поставить' })).toBeNull())
  expect(shown()).toEqual(['Описание'])
})

it('closes the upper of two dialogs', async () => {
  const user = show(
    <>
      <Dialog title="Закрытые дни" />
      <Dialog title="Ошибка">
        <Button>Понятно</Button>
      </Dialog>
    </>,
  )
  screen.getByRole('button', { name: 'Понятно' }).focus()
  await user.keyboard('{Escape}')
  expect(shown()).toEqual(['Закрытые дни'])
  await user.keyboard('{Escape}')
  expect(shown()).toEqual([])
})
