import * as z from 'zod'
import { decimalText, wholeText } from '@vypusk/contract'

/** Limits on the resources that one person may use at everybody else's expense (docs/decisions/0038). */
export interface Costs {
  /** Writes of one kind within ten minutes: by one person, and by all API tokens of one person. */
  ratePeople: number
  rateTokens: number
  /**
   * Limits for a person's files and uploads that nothing refers to yet: their number, and their total size in bytes.
   */
  quotaFiles: number
  quotaBytes: number
}

const MEBIBYTE = 1024 * 1024
const count = (usual: number) => wholeText(z.int().min(1).max(1_000_000)).default(usual)

export const costVariables = {
  RATE_PEOPLE: count(600),
  RATE_TOKENS: count(6000),
  UPLOAD_QUOTA_FILES: count(600),
  UPLOAD_QUOTA_MB: decimalText(z.number().positive().max(100_000_000)).default(20_480),
}

export const costExpected: Record<keyof typeof costVariables, string> = {
  RATE_PEOPLE: 'число одинаковых действий человека за 10 минут от 1 до 1000000, например 600',
  RATE_TOKENS: 'число одинаковых действий токенов одного человека за 10 минут от 1 до 1000000, например 6000',
  UPLOAD_QUOTA_FILES: 'число файлов одного человека, которые ещё никуда не добавлены, от 1 до 1000000, например 600',
  UPLOAD_QUOTA_MB: 'сколько мегабайт занимают файлы одного человека, которые ещё никуда не добавлены, например 20480',
}

interface Set {
  RATE_PEOPLE: number
  RATE_TOKENS: number
  UPLOAD_QUOTA_FILES: number
  UPLOAD_QUOTA_MB: number
  UPLOAD_LIMIT_MB: number
}

/** A file of the largest allowed size always fits, whatever the quota. */
export const costsOf = (set: Set): Costs => ({
  ratePeople: set.RATE_PEOPLE,
  rateTokens: set.RATE_TOKENS,
  quotaFiles: set.UPLOAD_QUOTA_FILES,
  quotaBytes: Math.max(set.UPLOAD_QUOTA_MB, set.UPLOAD_LIMIT_MB) * MEBIBYTE,
})
