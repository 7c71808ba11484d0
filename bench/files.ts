import { request } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { ms, row } from './measure.ts'
import { signIn, startServer, watched } from './server.ts'

/** Measures uploading and downloading large files: MB per second and the server's peak memory. */

const PORT = 3914
const MB = 1024 * 1024
const SIZES = [20, 300, 2048]
const RESULT = new URL('results/files.md', import.meta.url)

const { path: dataDir, remove } = await temporaryFolder('bench')
const server = await startServer(PORT, { DATA_DIR: dataDir, DEMO: 'on', DEMO_REQUESTS: '500' })
const token = await signIn(server.url, 'manager')

const BOUNDARY = 'bench-boundary'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  head?: string
  tail?: string
}

/** Sends this many megabytes in one request, holding at most one of them in memory. @returns the reply's text */
function stream(megabytes: number, { method, path, headers, head, tail }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, ...headers }
    const call = request(`${server.url}${path}`, { method, headers: all }, (reply) => {
      let text = ''
      reply.on('data', (part: Buffer) => (text += part.toString()))
      reply.on('end', () => resolve(text))
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
      if (flows) call.end(tail)
      else call.once('drain', push)
    }
    if (head) call.write(head)
    push()
  })
}

/** Sends the file as one form. @returns the file's id */
async function sendForm(megabytes: number): Promise<number> {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const how = { method: 'POST', path: '/api/files/uploads', headers, head: HEAD, tail: TAIL }
  const reply = JSON.parse(await stream(megabytes, how)) as { files: { id: number }[] }
  return reply.files[0]?.id ?? 0
}

/** Sends the file as browsers do, resumable at any byte. @returns the file's id */
async function sendResumable(megabytes: number): Promise<number> {
  const authorization = `Bearer ${token}`
  const length = { 'upload-length': String(megabytes * MB), 'upload-metadata': 'filename bGFyZ2UuYmlu' }
  const begun = await fetch(`${server.url}/api/files/resumable`, {
    method: 'POST',
    headers: { authorization, ...length },
  })
  const path = begun.headers.get('location') ?? ''
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  await stream(megabytes, { method: 'PATCH', path, headers })
  const made = await fetch(`${server.url}${path}/file`, { method: 'POST', headers: { authorization } })
  const { file } = (await made.json()) as { file: { id: number } }
  return file.id
}
const ways = { form: sendForm, resumable: sendResumable }

async function fetchAll(id: number): Promise<number> {
  const reply = await fetch(`${server.url}/api/files/${id}`, { headers: { authorization: `Bearer ${token}` } })
  let bytes = 0
  for await (const part of reply.body ?? []) bytes += part.byteLength
  return bytes
}

/** Measures a file of this many megabytes in both directions. @returns a row of the table */
async function measured(size: number, way: string, send: (megabytes: number) => Promise<number>): Promise<string> {
  const sent = await watched(server, () => send(size))
  const got = await watched(server, () => fetchAll(sent.result))
  if (got.result !== size * MB) throw new Error(`sent ${size} MB, got ${got.result} bytes`)
  const speed = (took: number) => ms((size * 1000) / took)
  return row(size, way, speed(sent.took), ms(sent.highest), speed(got.took), ms(got.highest))
}

const lines = [
  '# Large files',
  '',
  'One file is uploaded with its sha256, flushed to disk, and downloaded; highest memory of the server process.',
  'Uploaded by one multipart form, and by the resumable uploads of browsers (tus, chunks of 8 MiB).',
  '`node bench/files.ts`',
  '',
  row('file, MB', 'upload', 'up, MB/s', 'memory, MB', 'down, MB/s', 'memory, MB'),
  row('---', '---', '---', '---', '---', '---'),
]
try {
  const resting = server.rss()
  for (const size of SIZES) {
    for (const [way, send] of Object.entries(ways)) lines.push(await measured(size, way, send))
  }
  lines.push('', `Memory before: ${ms(resting)} MB.`, '')
} finally {
  await server.stop()
  await remove()
}
await writeFile(RESULT, lines.join('\n'))
process.stdout.write(`${lines.join('\n')}\n`)
