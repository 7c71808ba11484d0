import { describe, expect, it } from 'vitest'
import { cleanName, cleanVersion, nameInForm, rangeOf } from './rules.ts'

describe('cleanName', () => {
  it.each([
    ['Обновление 5.8.2.zip', 'Обновление 5.8.2.zip'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\system32\\a.dll', 'a.dll'],
    ['..', 'Файл'],
    ['', 'Файл'],
    [undefined, 'Файл'],
    ['   ', 'Файл'],
    ['отчёт\r\nSet-Cookie: a=b.txt', 'отчётSet-Cookie: a=b.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['фото\u202egpj.exe', 'фотоgpj.exe'],
    ['акт %22Полюс%22 100%.pdf', 'акт %22Полюс%22 100%.pdf'],
    ['Справка \u0438\u0306.doc', 'Справка й.doc'],
    ['\u200b', 'Файл'],
    ['от\u200bчёт.pdf', 'отчёт.pdf'],
  ])('%j is stored as %j', (sent, kept) => {
    expect(cleanName(sent)).toBe(kept)
  })

  it('shortens a long name and keeps its ending', () => {
    const name = cleanName(`${'Ж'.repeat(400)}.tar.gz`)
    expect(name).toBe(`${'Ж'.repeat(252)}.gz`)
    expect(cleanName('😀'.repeat(300))).toBe('😀'.repeat(255))
  })
})

it('reads a quote as browsers send it in a form', () => {
  expect(nameInForm('акт %22Полюс%22.pdf')).toBe('акт "Полюс".pdf')
  expect(nameInForm(undefined)).toBe('Файл')
})

it('takes a version of at most a hundred visible characters', () => {
  expect(cleanVersion(' 5.8.2\u0000 ')).toBe('5.8.2')
  expect(cleanVersion(` ${'1'.repeat(100)}\u0000`)).toHaveLength(100)
  expect(cleanVersion('1'.repeat(101))).toBeUndefined()
  expect(cleanVersion(undefined)).toBe('')
})

describe('rangeOf a file of 100 bytes', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-0', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['lines=0-1', 'whole'],
  ])('%s', (header, range) => {
    expect(rangeOf(header, 100)).toEqual(range)
  })

  it('no part of an empty file exists', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable')
    expect(rangeOf('bytes=-5', 0)).toBe('unsatisfiable')
    expect(rangeOf(undefined, 0)).toBe('whole')
  })
})
