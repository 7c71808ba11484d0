import { expect, it } from 'vitest'
import { watchersInWords, watchLabel } from './texts.ts'

const anna = { id: 1, name: 'Анна' }
const boris = { id: 2, name: 'Борис' }

it.each([
  [{ watches: false, reason: null, watchers: [] }, 'Никто не следит.'],
  [{ watches: true, reason: null, watchers: [] }, 'Вы следите.'],
  [{ watches: true, reason: 'author' as const, watchers: [anna] }, 'Вы следите: вы автор. Также следят: Анна.'],
  [{ watches: false, reason: 'author' as const, watchers: [anna, boris] }, 'Следят: Анна, Борис.'],
])('%j', (watching, words) => {
  expect(watchersInWords(watching)).toBe(words)
})

it('describes what pressing does', () => {
  expect(watchLabel('release', false)).toBe('Следить за релизом')
  expect(watchLabel('registry_entry', true)).toBe('Не следить за записью')
})
