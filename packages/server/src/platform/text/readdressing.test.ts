import { expect, test } from 'vitest'
import { readdressing } from './readdressing.ts'

const moved = readdressing(['http://10.0.0.5:3000', 'https://old.example', 'http://old'], 'https://new.example')

test.each([
  ['http://10.0.0.5:3000/approve/x?act=agree', 'https://new.example/approve/x?act=agree'],
  ['<a href="https://old.example/notices">', '<a href="https://new.example/notices">'],
  ['http://old, https://old.example: да.', 'https://new.example, https://new.example: да.'],
])('a link to a former address leads to the present one: %s', (text, then) => expect(moved(text)).toBe(then))

test.each([
  'http://10.0.0.5:30001/x',
  'https://old.example:8443/x',
  'https://old.example.ru/x',
  'https://old.example-2.ru/x',
  'https://old.example.рф/x',
  'http://older/x',
  'https://new.example/x',
])('another address stays as it is: %s', (text) => expect(moved(text)).toBe(text))

test('a system that has not moved leaves every text as it is', () =>
  expect(readdressing([], 'https://new.example')('https://old.example/')).toBe('https://old.example/'))
