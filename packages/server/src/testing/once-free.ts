import { expect, vi } from 'vitest'
import { deliver } from '../domains/letters/commands/sending/deliver.ts'
import type { Deps } from '../platform/call.ts'
import type { Db } from '../platform/database.ts'
import { PATIENT } from './patience.ts'

const isTaken = (error: unknown) => error instanceof Error && error.message.endsWith('is already being sent')

/**
 * Makes an attempt at a delivery as soon as the one before has let go of it, which is a moment after its outcome can be
 * read. Throws what the attempt throws.
 */
export async function onceFree(attempt: () => Promise<void>): Promise<void> {
  const made = await vi.waitFor(async () => {
    const [result] = await Promise.allSettled([attempt()])
    if (result.status === 'rejected' && isTaken(result.reason)) throw new Error('It is still being sent')
    return result
  }, PATIENT)
  if (made.status === 'rejected') throw made.reason as Error
}

/** Makes an attempt at a letter as the queue does now: also when it has been queued again, which is another job. */
export async function deliverNow(deps: Deps, delivery_id: number): Promise<void> {
  await onceFree(async () => {
    const asked = deps.db.selectFrom('deliveries').select('generation').where('id', '=', delivery_id)
    const { generation } = await asked.executeTakeFirstOrThrow()
    await deliver(deps, { delivery_id, generation })
  })
}

/** Waits until the attempts at these letters have let go of them, for what the queue does next. */
export const untilFree = (db: Db, ids: number[]) =>
  vi.waitFor(async () => {
    const held = await db.selectFrom('taken_work').select('id').where('kind', '=', 'letter').execute()
    expect(held.filter(({ id }) => ids.includes(id))).toEqual([])
  }, PATIENT)
