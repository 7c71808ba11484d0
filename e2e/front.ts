import { createServer, request, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface Front {
  url: string
  /** Answers requests instead of passing them on; if undefined, everything is passed on. */
  answer: ((response: ServerResponse) => void) | undefined
  close(): void
}

/** Starts a proxy in front of the product, like those that companies use to sign people in. */
export async function openFront(product: string): Promise<Front> {
  const { hostname, port } = new URL(product)
  const server = createServer((incoming, response) => {
    if (front.answer) {
      front.answer(response)
      return
    }
    const { method, url: path, headers } = incoming
    const onward = request({ hostname, port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const front: Front = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    answer: undefined,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return front
}
