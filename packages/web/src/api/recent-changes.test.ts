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

it('distinguishes own changes from those of others', () => {
  note(ME)
  expect([recent.haveOthersChanged(), isOwn(5), isOwn(6)]).toEqual([false, true, false])
  note(OTHER, 6)
  expect([recent.haveOthersChanged(), isOwn(5), isOwn(6)]).toEqual([true, true, false])
})

it('distinguishes things by kind as well as by number', () => {
  note(ME)
  expect([recent.isOwn('release', 5), recent.isOwn('request', 5)]).toEqual([true, false])
})

it('treats changes by the system as those of others', () => {
  note(null)
  expect([recent.haveOthersChanged(), isOwn(5)]).toEqual([true, false])
})

it('treats one event for many own things as an event for each', () => {
  note(ME, 0, 'all')
  expect([recent.haveOthersChanged(), isOwn(5)]).toEqual([false, true])
})

it('treats an event for many things of a kind as an event for that kind alone', () => {
  note(ME, 0, 'delivery')
  expect([recent.isOwn('delivery', 5), recent.isOwn('release', 5)]).toEqual([true, false])
})

it('ignores events of notices', () => {
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

it('counts others’ changes from when they are fetched, however long ago they were reported', () => {
  note(OTHER)
  time = 60_000
  expect(recent.haveOthersChanged()).toBe(false)
  recent.noteFetching()
  expect(recent.haveOthersChanged()).toBe(true)
})
