import { Agent, request } from 'node:http'

/** One HTTP call. */
export interface Wire {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: object
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a call and reads its whole answer. @returns the answer's length in bytes */
export function send({ method, url, headers = {}, body }: Wire): Promise<number> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const length = text ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {}
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers: { ...headers, ...length } }, (reply) => {
      let bytes = 0
      let problem = ''
      const isWrong = reply.statusCode !== 200
      reply.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (isWrong) problem += String(piece)
      })
      reply.on('end', () => (isWrong ? reject(new Error(`${url}: ${reply.statusCode} ${problem}`)) : resolve(bytes)))
      reply.on('error', reject)
    })
    call.on('error', reject)
    call.end(text)
  })
}
