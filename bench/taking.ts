/**
 * Takes a workbook in a process of its own, as its reader does: in the process that measures the calls beside it, every
 * piece of the workbook would delay them. `node taking.ts address token filters` prints what `Taken` says.
 */

/** Milliseconds until the headers, bytes, and the length announced in the headers. */
export interface Taken {
  first: number
  bytes: number
  told: number
}

const [address = '', token = '', filters = '{}'] = process.argv.slice(2)
const before = performance.now()
const reply = await fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify({ ...JSON.parse(filters), isExcel: true }),
})
const first = performance.now() - before
if (!reply.ok) throw new Error(`the workbook: ${reply.status}`)
let bytes = 0
for await (const part of reply.body ?? []) bytes += part.byteLength
const taken: Taken = { first, bytes, told: Number(reply.headers.get('x-expected-length')) }
process.stdout.write(JSON.stringify(taken))
