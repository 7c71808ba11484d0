import { AsyncLocalStorage } from 'node:async_hooks'
import type { Position } from './positions.ts'

/**
 * A call that a replica may answer (docs/decisions/0117): its endpoint says so, and `mount` begins it. Whatever is asked
 * outside of one is asked of the primary.
 */
export interface Reading {
  /** What was committed when it was asked for, and when that was. */
  since?: { position: Promise<Position>; at: number }
  /** It has written after all: from now on it reads where it wrote. */
  hasWritten: boolean
}

const readings = new AsyncLocalStorage<Reading | undefined>()

export const readingNow = (): Reading | undefined => readings.getStore()

/** What is read in it may come from a replica that has everything which was there when it began. */
export const mayReadReplica = <Result>(run: () => Result): Result => readings.run({ hasWritten: false }, run)

/** What is read in it comes from the primary, whoever waits for it. */
export const fromPrimary = <Result>(run: () => Result): Result => readings.run(undefined, run)

/** What goes on after the call has answered, as a workbook does, goes on in its reading. */
export const goingOn = <Result>(reading: Reading | undefined, run: () => Result): Result => readings.run(reading, run)
