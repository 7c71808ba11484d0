import { expect, test } from 'vitest'
import { deliveryInWords } from './rules.ts'

test.each([
  ['mail', 'queued', 1, 'Отправляется'],
  ['mail', 'sent', 1, 'Отправлено'],
  ['mail', 'failed', 3, 'Не доставлено'],
  ['ftp', 'queued', 0, 'Копируется'],
  ['ftp', 'queued', 1, 'Ждёт повтора'],
  ['ftp', 'sent', 1, 'Скопировано'],
  ['ftp', 'failed', 3, 'Не доставлено'],
] as const)('%s that is %s after %d attempts: %s', (kind, state, attempts, words) =>
  expect(deliveryInWords({ kind, state, attempts })).toBe(words),
)
