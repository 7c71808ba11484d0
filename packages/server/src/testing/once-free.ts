import { expect, vi } from 'vitest'
import type { Db } from '../platform/database.ts'
import { PATIENT } from './patience.ts'

const isTaken = (error: unknown) => error instanceof Error && error.message.endsWith('is already being sent')

/**
 * Makes an attempt at a delivery as soon as the one before has let go of it, which is a moment after its outcome can be
 * read. Throws what the attempt throws.
 */
export async function onceFree(attempt: () => Promise<void>): Promise<void> {
  const error = await vi.waitFor(async () => {
    const thrown: unknown = await attempt().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    if (isTaken(thrown)) throw thrown
    return thrown
  }, PATIENT)
  if (error !== undefined) throw error
}

/** Waits until the attempts at these letters have let go of them, for what the queue does next. */
export const untilFree = (db: Db, ids: number[]) =>
  vi.waitFor(async () => {
    const held = await db.selectFrom('taken_work').select('id').where('kind', '=', 'letter').execute()
    expect(held.filter(({ id }) => ids.includes(id))).toEqual([])
  }, PATIENT)
