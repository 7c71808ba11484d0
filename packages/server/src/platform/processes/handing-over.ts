import type { Worker } from 'node:cluster'

/**
 * Node.js forgets a connection that was passed to a worker which died before taking it: the client would wait forever,
 * and the worker would still count as connected. This closes both. Connections are passed to a worker one at a time, so
 * only the last one can be lost.
 */
export function closeWhatIsLost(worker: Worker): void {
  const { process: child } = worker
  const send = child.send.bind(child)
  let last: { close?: () => void } | undefined
  // Node.js passes connections through this function too.
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle && typeof handle === 'object') last = handle
    return Reflect.apply(send, undefined, [message, handle, ...rest]) as boolean
  }
  worker.once('exit', () => {
    // If the worker did take it, it is already closed here, and closing it twice is harmless.
    last?.close?.()
    if (child.connected) child.disconnect()
  })
}
