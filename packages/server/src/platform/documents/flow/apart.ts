import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'

/** The thread's side of `flow.ts`. */

export interface FlowInput<Input> {
  port: MessagePort
  input: Input
}

/** Messages from the thread: a request for the next item, or bytes. */
export type FromThread = { wants: true } | { bytes: Uint8Array<ArrayBuffer> }
/** Messages to the thread: the next item, or the end of the items. */
export type ToThread = { item: unknown } | { over: true }

/** Requests items one by one; they also end when the reader of the bytes has left. */
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
 * Creates the default export of a module for `flowApart`.
 * @param make produces bytes from the input and from items that arrive one by one
 */
export const flowing =
  <Input, Item>(make: (input: Input, items: AsyncIterable<Item>) => AsyncIterable<Uint8Array>) =>
  async ({ port, input }: FlowInput<Input>): Promise<void> => {
    try {
      for await (const piece of make(input, itemsOf<Item>(port))) {
        // A copy, because transferred bytes can no longer be used on this side.
        const bytes = new Uint8Array(piece)
        port.postMessage({ bytes } satisfies FromThread, [bytes.buffer])
      }
    } finally {
      port.close()
    }
  }
