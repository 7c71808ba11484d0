import { refusals } from '@vypusk/contract'
import type { RefusalSpec } from './refusal.ts'

/**
 * Named constraints that people can run into, with the refusal for each. Every room declares its own
 * (platform/room.ts).
 */
export type Constraints = Record<string, RefusalSpec>

/** Codes of PostgreSQL for values it cannot store (a zero byte, a number too large …). */
const valueErrors = new Set(['22021', '22P05', '22003', '22007', '22008', '22P02'])

/**
 * The refusal for a database error, or undefined when the error is a fault of our own. That includes violations of
 * constraints for which no room has a refusal.
 */
export function refusalOfDatabase(
  error: { code?: unknown; constraint?: unknown },
  constraints: Constraints,
): RefusalSpec | undefined {
  if (typeof error.constraint === 'string') return constraints[error.constraint]
  if (typeof error.code !== 'string') return undefined
  if (valueErrors.has(error.code)) return refusals.invalid
  // A deadlock or a serialisation failure: another transaction won.
  if (error.code === '40P01' || error.code === '40001') return refusals.conflict
  return undefined
}
