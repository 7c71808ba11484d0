import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

interface Reply {
  status: number
  body?: string
  headers?: Record<string, string>
}

export interface TestReceiver {
  url: string
  /** The requests received, in order. */
  received: Received[]
  /** Decides what is answered; may take a while. */
  answer: (got: Received) => Promise<Reply> | Reply
  close(): Promise<void>
}

/** Starts another system that really listens for HTTP, on a free port of this machine. */
export async function startReceiver(): Promise<TestReceiver> {
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() }
    box.received.push(got)
    const { status, body = '', headers = {} } = await box.answer(got)
    reply.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const box: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: () => ({ status: 204 }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return box
}
