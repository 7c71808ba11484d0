import { fireEvent, render, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useKeys } from './useKeys.ts'

it('a key that has closed a dialog means nothing to the page', () => {
  const leave = vi.fn<() => void>()
  renderHook(() => useKeys({ Escape: leave }))
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  // Without motion the dialog is gone at once, before the page’s own listeners are called.
  addEventListener('keydown', () => dialog.remove(), { capture: true, once: true })
  fireEvent.keyDown(document.body, { code: 'Escape', key: 'Escape' })
  expect(leave).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { code: 'Escape', key: 'Escape' })
  expect(leave).toHaveBeenCalledOnce()
})

const Opener = ({ isOpen }: { isOpen: boolean }) => (
  <button aria-haspopup="dialog" aria-expanded={isOpen}>
    Создана
  </button>
)

describe('what is open over the page', () => {
  const leave = vi.fn<() => void>()
  const find = vi.fn<() => void>()
  const press = (key: string, init = {}) => fireEvent.keyDown(document.activeElement!, { code: key, key, ...init })

  it.each([
    [
      'a panel',
      <div key="panel" role="dialog">
        <button>7 дней</button>
      </div>,
    ],
    [
      'a menu',
      <div key="menu" role="menu">
        <button>Удалить</button>
      </div>,
    ],
    ['the button of a panel', <Opener key="button" isOpen />],
  ])('%s has the keys without Ctrl to itself', (_, open) => {
    vi.clearAllMocks()
    renderHook(() => useKeys({ Escape: leave, ArrowDown: leave, 'Mod+KeyK': find }))
    render(open).getByRole('button').focus()
    press('ArrowDown')
    press('Escape')
    expect(leave).not.toHaveBeenCalled()
    press('KeyK', { ctrlKey: true })
    expect(find).toHaveBeenCalledOnce()
  })

  it('leaves them to the page when it is closed', () => {
    vi.clearAllMocks()
    renderHook(() => useKeys({ Escape: leave }))
    render(<Opener isOpen={false} />)
      .getByRole('button')
      .focus()
    press('Escape')
    expect(leave).toHaveBeenCalledOnce()
  })
})
