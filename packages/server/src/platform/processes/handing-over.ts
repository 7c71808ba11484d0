import type { Worker } from 'node:cluster'

/**
 * Node.js forgets a connection that was given to a worker which has died before it took it: whoever has opened it would wait
 * for ever, and the worker would count as connected. Here both are closed. A worker is given one at a time, the next once
 * it has taken it.
 */
export function closeWhatIsLost(worker: Worker): void {
  const { process: child } = worker
  const send = child.send.bind(child)
  let last: { close?: () => void } | undefined
  // The one way by which Node.js gives connections too.
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle && typeof handle === 'object') last = handle
    return Reflect.apply(send, undefined, [message, handle, ...rest]) as boolean
  }
  worker.once('exit', () => {
    // One that was taken is closed here already, which may be done twice.
    last?.close?.()
    if (child.connected) child.disconnect()
  })
}
