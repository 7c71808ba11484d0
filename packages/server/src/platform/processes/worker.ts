import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Ending } from '../ending.ts'
import { isEnd, type FromWorker } from './messages.ts'

/** What a worker does for the process that has started it (keeping.ts). */

/** Which of them this is, from 1; null in a process that was started by itself. */
export const workerNumber: number | null = cluster.isWorker ? Number(process.argv[3]) : null

const say = (message: FromWorker) =>
  new Promise<void>((resolve) => {
    // Where nobody hears it any more, this process is ending too.
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

/**
 * Ends when it is told to, and answers at once when it is asked for figures, while it has none too.
 * Node.js itself ends a worker whose parent is gone.
 */
export function listenToParent(ending: Ending): void {
  process.on('message', (message) => {
    if (isEnd(message)) ending.end(0)
  })
  publishFigures([])
  void new AggregatorRegistry()
}

/** From now on these are its part of the whole's. */
export const publishFigures = (registries: Registry[]): void => AggregatorRegistry.setRegistries(registries)

export const sayServing = (): Promise<void> => say({ type: 'vypusk:serving' })

export const sayRefused = (sentence: string): Promise<void> => say({ type: 'vypusk:refused', sentence })
