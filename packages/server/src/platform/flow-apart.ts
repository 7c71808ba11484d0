import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'

/** The other side of `flow.ts`: what runs in the thread. */

export interface FlowInput<Input> {
  port: MessagePort
  input: Input
}

/** What the thread says: it wants the next item, or has some bytes. */
export type FromThread = { wants: true } | { bytes: Uint8Array<ArrayBuffer> }
/** What it is told: the next item, or that there is none. */
export type ToThread = { item: unknown } | { over: true }

/** Items one by one, as they are wanted; they end too when whoever wanted the bytes has left. */
async function* itemsOf<Item>(port: MessagePort): AsyncGenerator<Item> {
  const messages = on(port, 'message', { close: ['close'] }) as AsyncIterableIterator<[ToThread]>
  for (;;) {
    port.postMessage({ wants: true } satisfies FromThread)
    const { value, done } = await messages.next()
    if (done || 'over' in value[0]) return
    yield value[0].item as Item
  }
}

/**
 * The default export of a file that `flowApart` is given.
 * @param make bytes of what the thread was given and of items that come one by one
 */
export const flowing =
  <Input, Item>(make: (input: Input, items: AsyncIterable<Item>) => AsyncIterable<Uint8Array>) =>
  async ({ port, input }: FlowInput<Input>): Promise<void> => {
    try {
      for await (const piece of make(input, itemsOf<Item>(port))) {
        // Bytes of its own: what is sent is taken away from this side.
        const bytes = new Uint8Array(piece)
        port.postMessage({ bytes } satisfies FromThread, [bytes.buffer])
      }
    } finally {
      port.close()
    }
  }
