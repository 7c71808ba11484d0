import { expect, test } from 'vitest'
import { loginOf, nameOf } from './account.ts'

test.each([
  ['or\u200blova', 'orlova'],
  ['\u200b\u00ad', 'typed'],
  [undefined, 'typed'],
  ['д'.repeat(101), 'д'.repeat(100)],
])('the login %j of a provider is %j here', (given, login) => expect(loginOf('typed', given)).toBe(login))

test.each([
  [['Вера\nОрлова\u00a0\u202eВ.'], 'Вера Орлова В.'],
  [['\u2060', 'Вера Орлова'], 'Вера Орлова'],
  [['\u200b'], 'orlova'],
  [['я'.repeat(300)], 'я'.repeat(200)],
])('of the names %j is taken %j', (given, name) => expect(nameOf('orlova', ...given)).toBe(name))
