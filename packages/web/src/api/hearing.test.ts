import { beforeEach, expect, it } from 'vitest'
import { createHearing } from './hearing.ts'

const ME = 7
const OTHER = 8
let time = 0
let hearing = createHearing(() => time)
const told = (by: number | null, id = 5, entity: 'release' | 'delivery' | 'notice' | 'all' = 'release') =>
  hearing.hear({ entity, id, by }, ME)
const isOwn = (id: number) => hearing.isOwn('release', id)

beforeEach(() => {
  time = 0
  hearing = createHearing(() => time)
})

it('knows own changes from those of others', () => {
  told(ME)
  expect([hearing.wereOthersHeard(), isOwn(5), isOwn(6)]).toEqual([false, true, false])
  told(OTHER, 6)
  expect([hearing.wereOthersHeard(), isOwn(5), isOwn(6)]).toEqual([true, true, false])
})

it('knows a thing by its kind as well as by its number', () => {
  told(ME)
  expect([hearing.isOwn('release', 5), hearing.isOwn('request', 5)]).toEqual([true, false])
})

it('takes what the system does for a change of others', () => {
  told(null)
  expect([hearing.wereOthersHeard(), isOwn(5)]).toEqual([true, false])
})

it('takes one word for many own things as a word for each', () => {
  told(ME, 0, 'all')
  expect([hearing.wereOthersHeard(), isOwn(5)]).toEqual([false, true])
})

it('takes a word for many of a kind as a word for each of that kind alone', () => {
  told(ME, 0, 'delivery')
  expect([hearing.isOwn('delivery', 5), hearing.isOwn('release', 5)]).toEqual([true, false])
})

it('hears nothing of lists in the own bell', () => {
  told(null, 0, 'notice')
  expect([hearing.wereOthersHeard(), isOwn(5)]).toEqual([false, false])
})

it('forgets after a while', () => {
  told(ME)
  told(OTHER)
  time = 5000
  told(ME, 6)
  expect([hearing.wereOthersHeard(), isOwn(5), isOwn(6)]).toEqual([false, false, true])
})
