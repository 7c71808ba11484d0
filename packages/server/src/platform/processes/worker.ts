import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Ending } from '../runtime/shutdown.ts'
import { removeOwnAtExit } from '../runtime/temp-folder.ts'
import { isEnd, type FromWorker } from './messages.ts'

/** The worker's side of its main process (supervisor.ts). */

/** Number of this worker, from 1; null in a process that was started by itself. */
export const workerNumber: number | null = cluster.isWorker ? Number(process.argv[3]) : null

const say = (message: FromWorker) =>
  new Promise<void>((resolve) => {
    // If there is no main process any more, this one is ending too.
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })

/**
 * Ends the process when the main process asks for it, and answers requests for metrics at once, even before there are some.
 * Node.js itself ends a worker whose parent is gone.
 */
export function listenToParent(ending: Ending): void {
  process.on('message', (message) => {
    if (isEnd(message)) ending.end(0)
  })
  removeOwnAtExit()
  publishFigures([])
  void new AggregatorRegistry()
}

/** From now on these are the worker's part of the metrics. */
export const publishFigures = (registries: Registry[]): void => AggregatorRegistry.setRegistries(registries)

export const sayServing = (): Promise<void> => say({ type: 'vypusk:serving' })

export const sayRefused = (sentence: string): Promise<void> => say({ type: 'vypusk:refused', sentence })
