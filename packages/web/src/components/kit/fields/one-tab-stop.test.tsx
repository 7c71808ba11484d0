import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepOneTabStop } from './one-tab-stop.ts'

const user = userEvent.setup({ delay: null })
const named = (name: string) => document.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)!
const held = () => document.activeElement?.getAttribute('aria-label')
let end = () => {}

beforeEach(() => {
  document.body.innerHTML = `
    <div role="toolbar">
      <button aria-label="Полужирный" tabindex="0"></button>
      <button aria-label="Убрать ссылку" tabindex="0" disabled></button>
      <button aria-label="Курсив" tabindex="0"></button>
      <button aria-label="Отменить" tabindex="0"></button>
    </div>
    <textarea aria-label="Текст"></textarea>`
  end = keepOneTabStop(document.querySelector<HTMLElement>('[role=toolbar]')!)
})
afterEach(() => {
  end()
  document.body.replaceChildren()
})

it('is one stop of Tab, which returns to the control that was used last', async () => {
  await user.tab()
  expect(held()).toBe('Полужирный')
  await user.keyboard('{ArrowRight}')
  expect(held()).toBe('Курсив')
  await user.tab()
  expect(held()).toBe('Текст')
  await user.tab({ shift: true })
  expect(held()).toBe('Курсив')
})

it('goes around with arrows, and to its ends with Home and End', async () => {
  await user.tab()
  await user.keyboard('{ArrowLeft}')
  expect(held()).toBe('Отменить')
  await user.keyboard('{ArrowRight}')
  expect(held()).toBe('Полужирный')
  await user.keyboard('{End}')
  expect(held()).toBe('Отменить')
  await user.keyboard('{Home}')
  expect(held()).toBe('Полужирный')
})

it('can be reached when the control that was used last cannot be used any more', async () => {
  await user.tab()
  await user.keyboard('{End}')
  await user.tab()
  named('Отменить').disabled = true
  await waitFor(() => expect(named('Полужирный').tabIndex).toBe(0))
  await user.tab({ shift: true })
  expect(held()).toBe('Полужирный')
})

it('begins with the first control, also when that came later', async () => {
  named('Полужирный').insertAdjacentHTML('beforebegin', '<button aria-label="Картинка"></button>')
  await waitFor(() => expect(named('Полужирный').tabIndex).toBe(-1))
  await user.tab()
  expect(held()).toBe('Картинка')
})
