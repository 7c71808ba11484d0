import { expect, it } from 'vitest'
import { begunMention, completeMention, fitting, isWritten, mentionedIn, withMentions } from './mentions.ts'

const people = [
  { id: 1, name: 'Анна Иванова' },
  { id: 2, name: 'Олег Аннин' },
  { id: 3, name: 'Жанна Белова' },
]

it.each([
  ['Спросите @Ан', 'Ан'],
  ['@', ''],
  ['@Анна Ив', 'Анна Ив'],
  ['почта a@b', 'b'],
  ['@Анна, добрый день', null],
  ['без собаки', null],
])('%s is writing %o', (text, begun) => expect(begunMention(text, text.length)).toBe(begun))

it('offers people whose names begin with the typed text', () => {
  expect(fitting(people, 'анн').map(({ id }) => id)).toEqual([1, 2])
  expect(fitting(people, '')).toHaveLength(3)
})

it('recognizes a complete name', () => {
  expect(isWritten('Анна Иванова', people)).toBe(false)
  expect(isWritten('Анна Иванова ', people)).toBe(true)
})

it('replaces the unfinished mention by the name and keeps the text after it', () => {
  expect(completeMention('Пусть @Ан посмотрит', 9, 'Анна Иванова')).toEqual({
    text: 'Пусть @Анна Иванова  посмотрит',
    caret: 20,
  })
})

it('finds the people whose names follow an @', () => {
  expect(mentionedIn('@Анна Иванова и Олег Аннин', people)).toEqual([1])
})

it('splits a text into plain text and mentions', () => {
  expect(withMentions('Да, @Анна Иванова!', people).map(({ text, isMention }) => [text, isMention])).toEqual([
    ['Да, ', false],
    ['@Анна Иванова', true],
    ['!', false],
  ])
  expect(withMentions('без имён', people)).toEqual([{ text: 'без имён', isMention: false, at: 0 }])
})
