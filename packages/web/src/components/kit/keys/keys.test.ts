import { expect, it } from 'vitest'
import { KEYS, isKey, on } from './keys.ts'

const pressed = (code: string, overrides: Partial<KeyboardEvent> = {}) => ({
  code,
  key: code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...overrides,
})

it('recognizes keys by their position, so that the Russian layout does not matter', () => {
  expect(isKey(pressed('KeyK', { key: 'л', ctrlKey: true }), KEYS.find)).toBe(true)
  expect(isKey(pressed('KeyK', { key: 'k', metaKey: true }), KEYS.find)).toBe(true)
  expect(isKey(pressed('KeyK', { key: 'k' }), KEYS.find)).toBe(false)
  expect(isKey(pressed('Slash', { key: ',', shiftKey: true }), KEYS.list)).toBe(true)
  expect(isKey(pressed('Slash', { key: '.' }), KEYS.search)).toBe(true)
  expect(isKey(pressed('KeyE', { key: 'у' }), KEYS.edit)).toBe(true)
  expect(isKey(pressed('Enter', { ctrlKey: true }), KEYS.open)).toBe(false)
})

it('maps every code to the handler', () => {
  expect(Object.keys(on(KEYS.edit, () => {}))).toEqual(['KeyE', 'F2'])
})
