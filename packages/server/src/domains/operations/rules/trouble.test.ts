import { expect, test } from 'vitest'
import { troubleOf } from './trouble.ts'

const DATABASE = 'База vypusk на db.example.ru'
const READY = 'Копия готова: /copies/vypusk.tar.gz, 5 МБ, файлов в ней 3'

test.each([
  [1, null, '', 'Нет места\nat write', 'Копия не сделана: Нет места'],
  [1, null, DATABASE, '', 'Копия не сделана: причина в журнале'],
  [
    null,
    'SIGABRT',
    DATABASE,
    '\n<--- Last few GCs --->',
    'процесс копии убит сигналом SIGABRT, вероятно, не хватило памяти',
  ],
  [null, 'SIGTERM', DATABASE, '', 'Копия не сделана: процесс копии убит сигналом SIGTERM'],
  [1, null, `${DATABASE}\n  Нет файла 7.\n${READY}`, '', 'Копия сделана, но не всё в ней есть. Нет файла 7.'],
  [1, null, `${DATABASE}\n${READY}`, 'EACCES', 'Копия сделана, но прежние копии могли остаться: EACCES'],
])('code %s and signal %s with «%s» and «%s»: %s', (code, signal, out, error, sentence) =>
  expect(troubleOf({ code, signal, out, error })?.sentence).toMatch(new RegExp(`${sentence}$`)),
)

test('a backup that ended well is no trouble', () =>
  expect(troubleOf({ code: 0, signal: null, out: `${DATABASE}\n${READY}`, error: '' })).toBeUndefined())
