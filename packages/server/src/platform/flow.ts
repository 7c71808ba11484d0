import { on } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import type { FromThread, ToThread } from './flow-apart.ts'
import { runFlow } from './workers.ts'

/**
 * Has another thread make bytes of items. An item is asked for when the thread wants it and the bytes of those before have
 * been taken, so that memory stays that of one; whoever leaves ends both sides.
 * @param file its default export is `flowing(…)`
 * @param input a structured clone of it goes to the thread, as of each item
 * @throws Refusal 503 when too many are made at once; what the items or the thread threw
 */
export async function* flowApart(file: URL, input: object, items: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const { port1: port, port2: theirs } = new MessageChannel()
  const messages = on(port, 'message', { close: ['close'] }) as AsyncIterable<[FromThread]>
  const work = runFlow(file, { port: theirs, input })
  // Where it fails, the port may not have been given to anybody who could close it.
  work.catch(() => port.close())
  const source = items[Symbol.asyncIterator]()
  try {
    for await (const [said] of messages) {
      if ('bytes' in said) yield Buffer.from(said.bytes.buffer)
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
