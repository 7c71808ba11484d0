import { on } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { FromThread, ToThread } from './flow/apart.ts'
import { runFlow } from '../runtime/workers.ts'

/**
 * Turns items into bytes in another thread. The next item is read only when the thread asks for it and the earlier bytes
 * have been taken, so that only one item is in memory; when the reader leaves, both sides end.
 * @param file module whose default export is `flowing(…)`
 * @param input sent to the thread as a structured clone, like each item
 * @throws Refusal 503 when too many run at once; otherwise the error of the items or of the thread
 */
export async function* flowApart(file: URL, input: object, items: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const { port1: port, port2: threadPort } = new MessageChannel()
  const messages = on(port, 'message', { close: ['close'] }) as AsyncIterable<[FromThread]>
  const work = runFlow(file, { port: threadPort, input })
  // If the work fails early, the thread may never have received its port and cannot close it.
  work.catch(() => port.close())
  const source = items[Symbol.asyncIterator]()
  try {
    for await (const [message] of messages) {
      if ('bytes' in message) yield Buffer.from(message.bytes.buffer)
      else {
        const { value, done } = await source.next()
        port.postMessage((done ? { over: true } : { item: value }) satisfies ToThread)
      }
    }
    await work
  } finally {
    port.close()
    await source.return?.()
  }
}
