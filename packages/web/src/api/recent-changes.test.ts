import { beforeEach, expect, it } from 'vitest'
import { createRecentChanges } from './recent-changes.ts'

const ME = 7
const OTHER = 8
let time = 0
let recent = createRecentChanges(() => time)
const note = (by: number | null, id = 5, entity: 'release' | 'delivery' | 'notice' | 'all' = 'release') =>
  recent.note({ entity, id, by }, ME)
const isOwn = (id: number) => recent.isOwn('release', id)

beforeEach(() => {
  time = 0
  recent = createRecentChanges(() => time)
})

it('knows own changes from those of others', () => {
  note(ME)
  expect([recent.haveOthersChanged(), isOwn(5), isOwn(6)]).toEqual([false, true, false])
  note(OTHER, 6)
  expect([recent.haveOthersChanged(), isOwn(5), isOwn(6)]).toEqual([true, true, false])
})

it('knows a thing by its kind as well as by its number', () => {
  note(ME)
  expect([recent.isOwn('release', 5), recent.isOwn('request', 5)]).toEqual([true, false])
})

it('takes what the system does for a change of others', () => {
  note(null)
  expect([recent.haveOthersChanged(), isOwn(5)]).toEqual([true, false])
})

it('takes one word for many own things as a word for each', () => {
  note(ME, 0, 'all')
  expect([recent.haveOthersChanged(), isOwn(5)]).toEqual([false, true])
})

it('takes a word for many of a kind as a word for each of that kind alone', () => {
  note(ME, 0, 'delivery')
  expect([recent.isOwn('delivery', 5), recent.isOwn('release', 5)]).toEqual([true, false])
})

it('hears nothing of lists in the own bell', () => {
  note(null, 0, 'notice')
  expect([recent.haveOthersChanged(), isOwn(5)]).toEqual([false, false])
})

it('forgets after a while', () => {
  note(ME)
  note(OTHER)
  time = 5000
  note(ME, 6)
  expect([recent.haveOthersChanged(), isOwn(5), isOwn(6)]).toEqual([false, false, true])
})

it('counts what others did the moment it is asked for, however long ago it was told of', () => {
  note(OTHER)
  time = 60_000
  expect(recent.haveOthersChanged()).toBe(false)
  recent.noteAsking()
  expect(recent.haveOthersChanged()).toBe(true)
})
