import type { receipts } from '@vypusk/contract'
import { expect, it } from 'vitest'
import {
  copiedOf,
  fetchedOf,
  fetchedOfAll,
  isFetched,
  letterOf,
  openedOf,
  reminderOf,
  verifiedOf,
  wordOf,
} from './company-receipts.ts'

const at = '2026-03-05T09:00:00.000Z'
const company = { idcomp: 7, namecomp: 'АО «Порт»' }

type Row = receipts.CompanyReceipt
const person = (overrides: Partial<Row['people'][number]> = {}) => ({
  user: { id: 1, name: 'Анна' },
  letter: null,
  opened_at: null,
  ...overrides,
})
const file = (overrides: Partial<Row['files'][number]> = {}) => ({
  file: { id: 1, file_name: 'a.zip' },
  copy: null,
  fetched_at: null,
  verified_at: null,
  ...overrides,
})
const reminders: Row['reminders'] = { sent: [], next: null, remind: 'Напоминать не о чем' }
const row = (overrides: Partial<Row> = {}): Row => ({ company, people: [], files: [], reminders, ...overrides })
const letter = (state: 'queued' | 'sent' | 'failed') => person({ letter: { state, at } })

it.each([
  [[], null],
  [[letter('sent')], 'письмо принято'],
  [[letter('sent'), letter('sent'), person()], 'письма приняты 2 из 2'],
  [[letter('sent'), letter('queued')], 'письма отправляются 1 из 2'],
  [[letter('sent'), letter('failed')], 'письмо не дошло'],
])('letters: %#', (people, expected) => {
  expect(letterOf(row({ people }))?.text ?? null).toBe(expected)
})

const copied = (state: 'queued' | 'sent' | 'failed') => file({ copy: { state, at } })

it.each([
  [[file()], null],
  [[copied('sent')], 'на FTP'],
  [[copied('sent'), copied('sent')], 'на FTP 2 из 2'],
  [[copied('sent'), copied('queued')], 'копируется на FTP 1 из 2'],
  [[copied('sent'), copied('failed')], 'копия на FTP не удалась'],
])('copies: %#', (files, expected) => {
  expect(copiedOf(row({ files }))?.text ?? null).toBe(expected)
})

it('shows the first person who opened it', () => {
  const later = '2026-03-09T09:00:00.000Z'
  expect(openedOf(row({ people: [person({ opened_at: later }), person({ opened_at: at })] })).text).toBe(
    'открыли 05.03.2026',
  )
  expect(openedOf(row({ people: [person()] })).text).toBe('не открывали')
})

it.each([
  [[], 'без файлов', true],
  [[file()], 'не скачали', false],
  [[file({ fetched_at: at })], 'скачано', true],
  [[file({ fetched_at: at }), file()], 'скачано 1 из 2', false],
])('files: %#', (files, expected, isDone) => {
  expect([fetchedOf(row({ files })).text, isFetched(row({ files }))]).toEqual([expected, isDone])
})

it('counts verified files', () => {
  expect(verifiedOf(row({ files: [file()] }))).toBeNull()
  expect(verifiedOf(row({ files: [file({ verified_at: at }), file()] }))?.text).toBe('проверено 1 из 2')
})

it('shows the most certain confirmation of the company’s releases', () => {
  const user = { id: 1, name: 'Анна' }
  const receipt = (kind: receipts.ReceiptKind, idcomp = 7) => ({ idcomp, kind, at, user })
  const item = (receipts: receipts.Receipt[], notPublishingList: number[] = []) => ({
    customers: [company],
    notPublishingList,
    receipts,
  })
  expect(wordOf(row(), [item([])])).toBeNull()
  expect(wordOf(row(), [item([receipt('installed', 8)])])).toBeNull()
  expect(wordOf(row(), [item([receipt('received')])])?.text).toBe('получили 05.03.2026')
  expect(wordOf(row(), [item([receipt('received'), receipt('installed')]), item([])])?.text).toBe(
    'установили 1 из 2 05.03.2026',
  )
  expect(wordOf(row(), [item([receipt('installed')]), item([], [7])])?.text).toBe('установили 05.03.2026')
})

it('shows when a company will be reminded, and nothing for others', () => {
  const next = '2030-03-05T09:00:00.000Z'
  expect(reminderOf(row({ reminders: { ...reminders, next } }))?.text).toMatch(/^напомним 05\.03\.2030 в \d\d:00 /)
  expect(reminderOf(row())).toBeNull()
})

it('counts who has fetched among those that were handed files', () => {
  const [fetched, waiting, without] = [row({ files: [file({ fetched_at: at })] }), row({ files: [file()] }), row()]
  expect(fetchedOfAll([fetched, waiting, without])).toBe('скачали 1 из 2')
  expect(fetchedOfAll([without])).toBeNull()
})
