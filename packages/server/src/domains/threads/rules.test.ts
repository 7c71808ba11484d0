import { expect, test } from 'vitest'
import { dueStage, inWords, isLate, ownPart, stateAfter, usualDue, wordsOf } from './rules.ts'

const ORDINARY = new Map<string, number>()

test.each([
  ['<p>Первый<br />второй</p><p>Третий</p>', 'Первый\nвторой\nТретий'],
  ['<p>5 &lt; 6 &amp; 7</p>', '5 < 6 & 7'],
  ['<p>&amp;lt;</p>', '&lt;'],
  ['<ul><li>раз</li><li>два</li></ul>', 'раз\nдва'],
  ['<p></p><p>  </p>', ''],
])('%s becomes plain text', (html, words) => {
  expect(wordsOf(html)).toBe(words)
})

test('a picture and a file count as text when there is no other', () => {
  expect(inWords('<p><img src="data:image/png;base64,AA==" /></p>', [])).toBe('Картинка')
  expect(inWords('', [{ file_name: 'лог.txt' }])).toBe('Файл «лог.txt»')
  expect(inWords('<p></p>', [])).toBe('')
  expect(inWords('<p>\u200b</p><p>\u2060</p>', [])).toBe('')
  expect(inWords('<p>\u200b</p>', [{ file_name: 'лог.txt' }])).toBe('Файл «лог.txt»')
})

test('the side that raised a remark asks, the other side answers', () => {
  expect(stateAfter('client', 'staff')).toBe('answered')
  expect(stateAfter('client', 'client')).toBe('open')
  expect(stateAfter('staff', 'client')).toBe('answered')
})

const all = [
  { id: 1, text: 'Первое' },
  { id: 2, text: 'Своё' },
  { id: 3, text: 'Третье' },
]
test.each([
  ['the others’ remarks are sent back with it', 'Первое\n\nСвоё, но иначе\n\nТретье', 2, 'Своё, но иначе'],
  ['only the own one is sent', 'Совсем другое', 2, 'Совсем другое'],
  ['a new one after all others', 'Первое\n\nСвоё\n\nТретье\n\nЧетвёртое', undefined, 'Четвёртое'],
  ['a new one alone', 'Четвёртое', undefined, 'Четвёртое'],
  ['no text between the others', 'Первое\n\nТретье', 2, 'Первое\n\nТретье'],
])('the own part of a whole text: %s', (_, text, own, part) => {
  expect(ownPart(text, all, own)).toBe(part)
})

test('a remark is due on the third working day', () => {
  // Thursday.
  expect(usualDue('2026-03-05', ORDINARY)).toBe('2026-03-10')
  expect(usualDue('2026-03-05', new Map([['2026-03-09', 0]]))).toBe('2026-03-11')
})

test('a remark is late after its due day while it waits for an answer', () => {
  expect(isLate({ state: 'open', due: '2026-03-10' }, '2026-03-10')).toBe(false)
  expect(isLate({ state: 'open', due: '2026-03-10' }, '2026-03-11')).toBe(true)
  expect(isLate({ state: 'answered', due: '2026-03-10' }, '2026-03-11')).toBe(false)
  expect(isLate({ state: 'open', due: null }, '2026-03-11')).toBe(false)
})

test.each([
  // Due on Tuesday.
  ['2026-03-06', null, null],
  ['2026-03-09', null, 'before'],
  ['2026-03-10', 'before', null],
  ['2026-03-11', 'before', 'after'],
  ['2026-03-11', null, 'after'],
  ['2026-03-12', 'after', 'people'],
  ['2026-03-20', 'people', null],
])('on %s, after %s, the next reminder is %s', (today, reminded, stage) => {
  expect(dueStage('2026-03-10', reminded, today, ORDINARY)).toBe(stage)
})
