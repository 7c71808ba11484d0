import { hasBeen, msSince } from '../../../platform/elapsed.ts'

/** Decides when the daily backup is due, and when the last one is too old. Moments are ISO 8601. */

const HOUR_MS = 3_600_000
/** One missed night is not alarming, a day and a half is (deploy/monitoring). */
const OLD_MS = 36 * HOUR_MS
/**
 * A failed backup is tried again after this time until it succeeds: the database server may be restarting, or the disk
 * may be full.
 */
const AGAIN_MS = HOUR_MS

/**
 * The last moment at which a backup was due.
 * @param at `HH:mm` by the installation's clock
 */
export function dueMoment(now: Date, at: string): Date {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/** What administrators are told of an attempt that died with its process or with the database. */
export const CUT_SHORT =
  'Копия не сделана: сервер или база данных остановились, пока она делалась. Сейчас она делается ещё раз'

interface Known {
  tried_at?: string | null
  made_at?: string | null
}

/** Whether to start a backup: the last due one was not made, and was not tried a moment ago. */
export function isCopyDue(now: Date, at: string, { tried_at, made_at }: Known): boolean {
  const isMade = !!made_at && hasBeen(made_at, now.getTime()) && Date.parse(made_at) >= dueMoment(now, at).getTime()
  return !isMade && (!tried_at || msSince(tried_at, now.getTime()) >= AGAIN_MS)
}

/** @param last when the last verified backup was made, by anybody */
export const isCopyOld = (now: Date, last: string): boolean => msSince(last, now.getTime()) > OLD_MS

/** What administrators are told of a backup that is too old. @param words the moment in words */
export const oldCopySentence = (now: Date, last: string, words: string): string =>
  hasBeen(last, now.getTime())
    ? `Последняя проверенная копия сделана ${words}, больше полутора суток назад`
    : `Когда сделана последняя проверенная копия, неизвестно: часы сервера показывали тогда ${words}`
