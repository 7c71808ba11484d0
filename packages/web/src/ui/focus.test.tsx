import { waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keepFocusOnPage } from './focus.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
/** Long enough for what has been removed to be noticed and answered. */
const frames = () => frame().then(frame).then(frame)

/** A part of the page that can have the focus. */
function part(tag: string, within: Element): HTMLElement {
  const made = document.createElement(tag)
  made.tabIndex = -1
  within.append(made)
  return made
}

let end = () => {}
afterEach(() => {
  end()
  document.body.replaceChildren()
})

it('goes on at what is left around the element that has disappeared', async () => {
  const home = part('main', document.body)
  const dialog = part('section', document.body)
  end = keepFocusOnPage(() => home)
  const button = part('button', dialog)
  button.focus()
  button.remove()
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  // The dialog closes, and what had opened it is gone as well.
  dialog.remove()
  await waitFor(() => expect(document.activeElement).toBe(home))
})

it('does so for a button that was disabled until its answer came', async () => {
  const home = part('main', document.body)
  end = keepFocusOnPage(() => home)
  const button = part('button', document.body)
  button.focus()
  button.setAttribute('disabled', '')
  button.blur()
  await frame()
  button.remove()
  await waitFor(() => expect(document.activeElement).toBe(home))
})

it('does not take the focus from what has it by then', async () => {
  const home = part('main', document.body)
  end = keepFocusOnPage(() => home)
  const [first, second] = [part('button', document.body), part('button', document.body)]
  first.focus()
  first.remove()
  second.focus()
  await frames()
  expect(document.activeElement).toBe(second)
})
