import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { clearHalves, copiesToDelete, dailyName, incompleteName, writeWhole } from './copy-file.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const path = () => join(folder.path, 'copy.tar.gz')
beforeAll(async () => {
  folder = await temporaryFolder('copy-file')
  await writeFile(path(), 'the copy of yesterday')
})
afterAll(() => folder.remove())

const fine = async () => {}
const writing = (text: string) => (out: Writable) => pipeline([text], out)
const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC', syscall: 'write' })

test.each<[string, (out: Writable) => Promise<unknown>, () => Promise<unknown>, string]>([
  ['the disk is full', (out) => pipeline(failing, out), fine, 'не записана: на диске кончилось место'],
  ['the database goes away', () => Promise.reject(new Error('gone')), fine, 'gone'],
  ['what was written is not to be trusted', writing('half'), () => Promise.reject(new Error('bad')), 'bad'],
])('yesterday’s copy is kept when %s', async (_, write, prove, sentence) => {
  await expect(writeWhole(path(), write, prove)).rejects.toThrow(sentence)
  expect(await readFile(path(), 'utf8')).toBe('the copy of yesterday')
  expect(await readdir(folder.path)).toEqual(['copy.tar.gz'])
})

async function* failing() {
  yield 'half of it'
  throw full
}

test('a missing folder is reported', async () => {
  const writingThere = writeWhole(join(folder.path, 'nowhere', 'copy'), writing('copy'), fine)
  await expect(writingThere).rejects.toThrow('не записана: такой папки нет')
})

test('a complete copy gets its name, and remains of killed processes are removed', async () => {
  await writeFile(`${path()}.99999999.part`, 'half')
  await writeFile(`${path()}.part`, 'something else')
  await writeWhole(path(), writing('the copy of today'), fine)
  expect(await readFile(path(), 'utf8')).toBe('the copy of today')
  expect((await readdir(folder.path)).toSorted()).toEqual(['copy.tar.gz', 'copy.tar.gz.part'])
})

test('unfinished daily copies of killed processes here are removed at once, those of another machine once they rest', async () => {
  const { path: daily, remove } = await temporaryFolder('halves')
  const half = (writer: string) => `vypusk-2026-03-05_02-30-00.tar.gz.${writer}.part`
  const dead = 99_999_999
  const names = [
    half(`${hostname()}.${dead}`),
    half(`${hostname()}.${process.ppid}`),
    half(`other.example.ru.${dead}`),
    half(`${dead}`),
    `notes.${dead}.part`,
  ]
  for (const name of names) await writeFile(join(daily, name), 'half')
  await clearHalves(daily, systemClock)
  expect((await readdir(daily)).toSorted()).toEqual(names.slice(1).toSorted())
  for (const name of names.slice(1)) await utimes(join(daily, name), 0, Date.now() / 1000 - 2 * 3600)
  await clearHalves(daily, systemClock)
  expect(await readdir(daily)).toEqual([names[4]])
  await remove()
})

test('what a process of the same number left before its container was started again is removed at once', async () => {
  const { path: daily, remove } = await temporaryFolder('restarted')
  await writeFile(join(daily, `vypusk-2026-03-05_02-30-00.tar.gz.${hostname()}.${process.pid}.part`), 'half')
  await clearHalves(daily, systemClock)
  expect(await readdir(daily)).toEqual([])
  await remove()
})

test('an unfinished copy stays fresh while it is being verified', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const half = `${path()}.${hostname()}.${process.pid}.part`
  const age = async () => Date.now() - (await stat(half)).mtimeMs
  await writeWhole(path(), writing('the copy of today'), async () => {
    await utimes(half, 0, 0)
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(async () => expect(await age()).toBeLessThan(60_000))
  })
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('another machine’s unfinished copy of the same name is left alone', async () => {
  const name = 'copy.tar.gz.other.example.ru.99999999.part'
  await writeFile(join(folder.path, name), 'half')
  await writeWhole(path(), writing('the copy of today'), fine)
  expect(await readdir(folder.path)).toContain(name)
  await rm(join(folder.path, name))
})

const NOW = new Date('2026-03-06T02:30:00.000Z')
const made = dailyName(NOW)
const named = (...days: string[]) => days.map((day) => dailyName(new Date(`${day}T02:30:00.000Z`)))

const incomplete = (...days: string[]) => named(...days).map(incompleteName)

test.each<[string, string[], number, string[]]>([
  ['the oldest one', named('2026-03-03', '2026-03-04', '2026-03-05'), 3, named('2026-03-03')],
  ['one made while the clock was ahead, before the others', named('2027-01-01', '2026-03-05'), 2, named('2027-01-01')],
  ['all but the one just made', named('2027-01-01', '2026-03-05'), 1, named('2027-01-01', '2026-03-05')],
  ['no incomplete one out of turn', [...incomplete('2026-03-04'), ...named('2026-03-05')], 2, incomplete('2026-03-04')],
  ['none while there are fewer', named('2026-03-05'), 14, []],
])('of the daily backups is deleted %s', (_, former, keep, deleted) => {
  const names = [...former, made, 'notes.txt', `${made}.12.part`]
  expect(copiesToDelete(names, { made, keep, now: NOW })).toEqual({
    former: deleted,
    kept: former.length + 1 - deleted.length,
  })
})

test('the latest complete daily backup outlasts any number of incomplete ones', () => {
  const [older, whole] = named('2026-03-01', '2026-03-02')
  const lacking = incomplete('2026-03-03', '2026-03-04', '2026-03-05')
  const today = incompleteName(made)
  const names = [older!, whole!, ...lacking, today]
  expect(copiesToDelete(names, { made: today, keep: 2, now: NOW })).toEqual({
    former: [older, ...lacking.slice(0, 2)],
    kept: 3,
  })
})
