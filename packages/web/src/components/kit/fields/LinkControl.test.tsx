import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Theme } from '../../../ui/theme/Theme.tsx'
import { useKeys } from '../../../ui/useKeys.ts'
import { RichTextEditor } from './RichTextEditor.tsx'

const leave = vi.fn<() => void>()

function Page() {
  useKeys({ Escape: leave })
  return <RichTextEditor label="Описание" value="<p>Инструкция</p>" onChange={() => {}} />
}

it('has a name for each of its controls, and Esc closes only it', async () => {
  const user = userEvent.setup({ delay: null })
  render(
    <Theme isStill>
      <Page />
    </Theme>,
  )
  const button = await screen.findByRole('button', { name: 'Ссылка' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  button.focus()
  await user.keyboard('{Enter}')
  const address = await screen.findByRole('textbox', { name: 'Адрес ссылки' })
  await waitFor(() => expect(document.activeElement).toBe(address))
  await user.tab()
  const apart = screen.getByRole('checkbox', { name: 'Открывать в новой вкладке' })
  expect(document.activeElement).toBe(apart)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(leave).not.toHaveBeenCalled()
})
