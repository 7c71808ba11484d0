import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useSaveKey } from './useSaveKey.ts'

const Keys = () => {
  useSaveKey()
  return null
}

it('Ctrl+Enter sends the form of a dialog also from the button that closes the dialog', async () => {
  const send = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  render(
    <>
      <Keys />
      <button type="button">Под окном</button>
      <div role="dialog">
        <button type="button">Закрыть</button>
        <form onSubmit={send}>
          <button type="submit">Отправить</button>
        </form>
      </div>
    </>,
  )
  const press = (name: string) =>
    fireEvent.keyDown(screen.getByRole('button', { name }), { key: 'Enter', code: 'Enter', ctrlKey: true })
  press('Закрыть')
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  press('Под окном')
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(send).toHaveBeenCalledOnce()
})
