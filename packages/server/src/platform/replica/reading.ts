import { AsyncLocalStorage } from 'node:async_hooks'
import type { Position } from './positions.ts'

/**
 * A call that a replica may answer (docs/decisions/0117), begun by `mount` if its endpoint allows it. Outside of one,
 * all queries go to the primary.
 */
export interface Reading {
  /** The committed position that the replica must have reached, and when it was requested. */
  since?: { position: Promise<Position>; at: number }
  /** Set when the call has written after all: from then on it reads from the primary. */
  hasWritten: boolean
}

const readings = new AsyncLocalStorage<Reading | undefined>()

export const readingNow = (): Reading | undefined => readings.getStore()

/** Queries within `run` may go to a replica that has everything committed before `run` began. */
export const mayReadReplica = <Result>(run: () => Result): Result => readings.run({ hasWritten: false }, run)

/** Queries within `run` go to the primary, whatever the call allows. */
export const fromPrimary = <Result>(run: () => Result): Result => readings.run(undefined, run)

/** Continues a reading after its call has returned, as for a workbook. */
export const goingOn = <Result>(reading: Reading | undefined, run: () => Result): Result => readings.run(reading, run)
