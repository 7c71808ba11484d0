import { expect, test } from 'vitest'
import { remindedNotice, sentNotice } from '../../components/shared/sending/texts.ts'
import { updatedNotice } from '../../components/shared/agreement/api.ts'
import { alreadyThere, countsInWords, createdManyNotice, waitingInWords } from './texts.ts'

const MAIL = 'Ошибка рассылки писем. Обратитесь к администратору'

test.each([
  [createdManyNotice(1, 'sent'), 'Согласование создано', false],
  [createdManyNotice(1, 'none'), 'Согласование создано', false],
  [createdManyNotice(1, 'failed'), `Согласование создано. ${MAIL}`, true],
  [createdManyNotice(3, 'queued'), 'Создано: 3 согласования', false],
  [sentNotice(2, 'sent'), 'Отправлено: 2 согласования', false],
  [remindedNotice(5, 'failed'), `Напоминаний отправлено: 5. ${MAIL}`, true],
  [updatedNotice('sent'), 'Согласование обновлено', false],
  [updatedNotice('failed'), `Согласование обновлено. ${MAIL}`, true],
  [updatedNotice('sent', 'Дата согласована'), 'Дата согласована', false],
  [updatedNotice('failed', 'Дата согласована'), `Согласование обновлено. ${MAIL}`, true],
])('the notice %j is the one of the brief', (notice, text, isMailError) => {
  expect(notice).toEqual({ text, isMailError })
})

test('finds the id of an existing agreement', () => {
  expect(alreadyThere(17)).toBe('Согласование для данного релиза уже существует. ID: 17')
})

test('counts only agreements that still wait for somebody', () => {
  const by_shown = [
    { id: 0, name: 'Требуется', count: 2 },
    { id: 2, name: 'Согласовано', count: 18 },
    { id: -3, name: 'Дата прошла', count: 1 },
  ]
  expect(countsInWords({ total: 21, by_status: [], by_shown })).toBe('21 согласование · 2 требуется · у 1 дата прошла')
})

test('describes a wait in words', () => {
  expect([0, 1, 4, 5].map(waitingInWords)).toEqual(['отправлено сегодня', 'ждём 1 день', 'ждём 4 дня', 'ждём 5 дней'])
})
