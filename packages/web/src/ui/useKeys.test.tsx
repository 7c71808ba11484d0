import { fireEvent, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
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
