import { expect, test } from 'vitest'
import { oneLine, plainName } from './plain-text.ts'

test('names are decoded once and subjects stay one line', () => {
  expect(plainName('ООО &quot;Вега &amp;lt; К&quot;')).toBe('ООО "Вега &lt; К"')
  expect(oneLine('Релиз\r\nBcc: all@example.ru\u0000 5')).toBe('Релиз Bcc: all@example.ru 5')
})
