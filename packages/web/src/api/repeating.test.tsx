import { talks } from '@vypusk/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { thread } from '../testing/agreements.ts'
import { server } from '../testing/server.ts'
import { call } from './client.ts'

const saved = { message: 'Success', mail: 'sent' as const, thread: thread(1) }
const say = (html: string) => call(talks.say, { params: { id: 7 }, body: { html, files: [], mentions: [] } })
const lose = () => server.cutOnce(talks.say)
const keys = () => server.callsOf(talks.say).map(({ key }) => key)

afterEach(() => void vi.useRealTimers())

it('a creating call repeated after its answer was lost carries the same key', async () => {
  server.answer(talks.say, saved)
  lose()
  await expect(say('<p>Готово?</p>')).rejects.toMatchObject({ status: 0 })
  await say('<p>Готово?</p>')
  const [lost, repeated] = keys()
  expect(lost).toMatch(/./)
  expect(repeated).toBe(lost)
})

it('an edited call carries another key, and so do the former words after it', async () => {
  server.answer(talks.say, saved)
  lose()
  await expect(say('<p>Готово?</p>')).rejects.toMatchObject({ status: 0 })
  await say('<p>Готово или нет?</p>')
  await say('<p>Готово?</p>')
  expect(new Set(keys()).size).toBe(3)
})

it('a call lost beside another one keeps its key', async () => {
  const first = Promise.withResolvers<typeof saved>()
  server.answer(talks.say, () => first.promise)
  const slow = say('<p>Первое</p>')
  await vi.waitFor(() => expect(keys()).toHaveLength(1))
  lose()
  await expect(say('<p>Второе</p>')).rejects.toMatchObject({ status: 0 })
  first.resolve(saved)
  await slow
  await say('<p>Второе</p>')
  const [, lost, repeated] = keys()
  expect(repeated).toBe(lost)
})

it('the key of a lost answer outlives a refusal, and is forgotten with the reply', async () => {
  server.answer(talks.say, saved)
  server.refuseOnce(talks.say, 429, 'Слишком часто')
  server.refuseOnce(talks.say, 502, 'Bad Gateway')
  await expect(say('<p>Да</p>')).rejects.toMatchObject({ status: 502 })
  await expect(say('<p>Да</p>')).rejects.toMatchObject({ status: 429 })
  await say('<p>Да</p>')
  await say('<p>Да</p>')
  const [lost, refused, answered, anew] = keys()
  expect([refused, answered]).toEqual([lost, lost])
  expect(anew).not.toBe(lost)
})

it('the same words count as new ones a quarter of an hour after', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  server.answer(talks.say, saved)
  lose()
  await expect(say('<p>Ждём</p>')).rejects.toMatchObject({ status: 0 })
  vi.advanceTimersByTime(15 * 60_000)
  await say('<p>Ждём</p>')
  const [lost, anew] = keys()
  expect(anew).not.toBe(lost)
})
