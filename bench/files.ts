import { request } from 'node:http'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ms, row } from './measure.ts'
import { signIn, startServer, watched } from './server.ts'

/** What a large file costs on its way in and out: MB a second and the server's memory at its highest. */

const PORT = 3914
const MB = 1024 * 1024
const SIZES = [20, 300]
const RESULT = new URL('results/files.md', import.meta.url)

const dataDir = join(tmpdir(), 'vypusk-bench-files')
await rm(dataDir, { recursive: true, force: true })
const server = await startServer(PORT, { DATA_DIR: dataDir, DEMO: 'on', DEMO_REQUESTS: '500' })
const token = await signIn(server.url, 'manager')

const BOUNDARY = 'bench-boundary'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Sends so many megabytes as one file, never holding more than one of them. */
function send(megabytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const call = request(`${server.url}/api/files/uploads`, { method: 'POST', headers }, (reply) => {
      let text = ''
      reply.on('data', (part: Buffer) => (text += part.toString()))
      reply.on('end', () => resolve((JSON.parse(text) as { files: { id: number }[] }).files[0]?.id ?? 0))
    })
    call.on('error', reject)
    const block = Buffer.alloc(MB, 7)
    let left = megabytes
    const push = () => {
      let flows = true
      while (left > 0 && flows) {
        left -= 1
        flows = call.write(block)
      }
      if (flows) call.end(TAIL)
      else call.once('drain', push)
    }
    call.write(HEAD)
    push()
  })
}

async function fetchAll(id: number): Promise<number> {
  const reply = await fetch(`${server.url}/api/files/${id}`, { headers: { authorization: `Bearer ${token}` } })
  let bytes = 0
  for await (const part of reply.body ?? []) bytes += part.byteLength
  return bytes
}

const lines = [
  '# Large files',
  '',
  'One file in by multipart with its sha256, flushed to disk, and out again; memory of the server process at its highest.',
  '`node bench/files.ts`',
  '',
  row('file, MB', 'in, MB/s', 'memory, MB', 'out, MB/s', 'memory, MB'),
  row('---', '---', '---', '---', '---'),
]
try {
  const resting = server.rss()
  for (const size of SIZES) {
    const sent = await watched(server, () => send(size))
    const got = await watched(server, () => fetchAll(sent.result))
    if (got.result !== size * MB) throw new Error(`sent ${size} MB, got ${got.result} bytes`)
    const speed = (took: number) => ms((size * 1000) / took)
    lines.push(row(size, speed(sent.took), ms(sent.highest), speed(got.took), ms(got.highest)))
  }
  lines.push('', `Memory before: ${ms(resting)} MB.`, '')
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
await writeFile(RESULT, lines.join('\n'))
process.stdout.write(`${lines.join('\n')}\n`)
