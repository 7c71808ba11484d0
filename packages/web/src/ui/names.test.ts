import { expect, it } from 'vitest'
import { decodeName, initials } from './names.ts'

it('decodes company names once', () => {
  expect(decodeName('ООО &quot;Меридиан&quot;')).toBe('ООО "Меридиан"')
  expect(decodeName('Кот &amp;quot; Пёс')).toBe('Кот &quot; Пёс')
})

it('makes initials', () => expect(initials('Анна Иванова')).toBe('АИ'))
