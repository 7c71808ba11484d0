import { refusals } from '@vypusk/contract'
import type { RefusalSpec } from './refusal.ts'

/** Named constraints that people can meet, and the refusal each is: every room says its own (platform/room.ts). */
export type Constraints = Record<string, RefusalSpec>

/** What PostgreSQL says of values it cannot keep (a zero byte, a number too large …). */
const valueErrors = new Set(['22021', '22P05', '22003', '22007', '22008', '22P02'])

/**
 * The refusal behind a database error, or undefined when it is our own fault: so is a broken constraint that no room
 * has a sentence for.
 */
export function refusalOfDatabase(
  error: { code?: unknown; constraint?: unknown },
  constraints: Constraints,
): RefusalSpec | undefined {
  if (typeof error.constraint === 'string') return constraints[error.constraint]
  if (typeof error.code !== 'string') return undefined
  if (valueErrors.has(error.code)) return refusals.invalid
  // A deadlock or a serialisation failure: the other one went first.
  if (error.code === '40P01' || error.code === '40001') return refusals.conflict
  return undefined
}
