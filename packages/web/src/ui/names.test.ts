import { expect, it } from 'vitest'
import { initials } from './names.ts'

it('makes initials', () => expect(initials('Анна Иванова')).toBe('АИ'))
