import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'

/**
 * Takes a workbook in a process of its own, as its reader does: in the process that measures the calls beside it, every
 * piece of the workbook would delay them. By `node:http`, as `fetch` would need much of the processor that the server
 * runs on as well. `node taking.ts address token filters` prints what `Taken` says.
 */

/** Milliseconds until the headers, bytes, and the length announced in the headers. */
export interface Taken {
  first: number
  bytes: number
  told: number
}

const [address = '', token = '', filters = '{}'] = process.argv.slice(2)
const before = performance.now()
const call = request(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
})
call.end(JSON.stringify({ ...JSON.parse(filters), isExcel: true }))
const [reply] = (await once(call, 'response')) as [IncomingMessage]
const first = performance.now() - before
if (reply.statusCode !== 200) throw new Error(`the workbook: ${reply.statusCode}`)
let bytes = 0
reply.on('data', (piece: Buffer) => (bytes += piece.length))
await once(reply, 'end')
const taken: Taken = { first, bytes, told: Number(reply.headers['x-expected-length']) }
process.stdout.write(JSON.stringify(taken))
