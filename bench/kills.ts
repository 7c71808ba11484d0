import { createHash, randomBytes, randomInt } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { startFtp, type FtpKind } from '../packages/server/src/testing/ftp.ts'
import { row } from './measure.ts'
import { publisher, type Published } from './publisher.ts'
import { startServer } from './server.ts'

/** Publishes without a pause while the server and the FTP server are killed at random moments. */

const PORT = 3912
const RESULT = new URL('results/kills.md', import.meta.url)
const FILE_BYTES = 400_000
/** Between one kill and the next, ms. */
const CALM = [300, 2500] as const
/** How long everything may take to arrive when the last kill is over, ms. */
const LONGEST_SETTLING = 45 * 60_000
const KINDS: FtpKind[] = ['ftp', 'ftps', 'sftp']

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, kind: { type: 'string' } } })
const rounds = Number(values.rounds)
const kind = KINDS.find((one) => one === values.kind) ?? 'sftp'

const { path: DATA_DIR, remove } = await temporaryFolder('kills')
const ftp = await startFtp(kind)
const env = { DATA_DIR, DEMO: 'on', DEMO_REQUESTS: '100', FTP_URL: ftp.url, LOG_LEVEL: 'fatal' }
let server = await startServer(PORT, env)
const api = await publisher(server.url)

const faults: string[] = []
const published: Published[] = []
const over = new AbortController()

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const known = new Map<string, string>()

async function publishOn(lane: number) {
  for (let n = 0; !over.signal.aborted; n += 1) {
    const bytes = randomBytes(FILE_BYTES)
    const name = `file-${lane}-${n}.bin`
    known.set(name, hash(bytes))
    published.push(await api.publish(`${lane}-${n}`, name, bytes))
  }
}

/** Every file that stands under a final name is whole. */
async function checkFiles() {
  for (const [path, sha256] of Object.entries(await ftp.hashes())) {
    if (path.endsWith('.part')) continue
    if (known.get(path.split('/').at(-1) ?? '') !== sha256) faults.push(`not whole: ${path}`)
  }
}

const kills = { server: 0, ftp: 0 }
async function killOne() {
  const which = randomInt(5)
  if (which !== 0) {
    kills.server += 1
    await server.kill()
  }
  if (which < 2) {
    kills.ftp += 1
    await ftp.kill()
  }
  await checkFiles()
  await ftp.start()
  if (which !== 0) server = await startServer(PORT, env)
}

const lanes = [publishOn(0), publishOn(1)]
for (let round = 0; round < rounds; round += 1) {
  await pause(randomInt(...CALM))
  await killOne()
  if (round % 10 === 9) process.stdout.write(`${round + 1} kills, ${published.length} publications\n`)
}
over.abort()
await Promise.all(lanes)

const from = performance.now()
while ((await api.waiting()) > 0 && performance.now() - from < LONGEST_SETTLING) await pause(2000)
const settled = Math.round((performance.now() - from) / 1000)

await checkFiles()
const listed = await api.publications()
const keys = published.map(({ key }) => key)
for (const key of keys) {
  const times = listed.filter(({ text }) => text === key).length
  if (times !== 1) faults.push(`published ${times} times: ${key}`)
}
const deliveries = (await Promise.all(published.map(({ id }) => api.deliveries(id)))).flat()
for (const { kind: of, target, state } of deliveries) if (state !== 'sent') faults.push(`${of} ${state}: ${target}`)
const there = await ftp.hashes()
const copies = deliveries.filter((one) => one.kind === 'ftp')
for (const { target } of copies) if (!there[target]) faults.push(`not there: ${target}`)
if (Object.keys(there).length !== copies.length) faults.push(`${Object.keys(there).length} files for ${copies.length}`)
const letters = (await readdir(join(DATA_DIR, 'outbox'))).filter((name) => name.endsWith('.eml'))
const due = deliveries.filter((one) => one.kind === 'mail')
if (letters.length !== due.length) faults.push(`${letters.length} letters for ${due.length}`)
await server.stop()
await ftp.stop()
await remove()

const table = [
  '# Killed while publishing',
  '',
  `${rounds} times kill -9 at a random moment, ${CALM.join('–')} ms after everything was up again; ${kind}.`,
  'Two publishers without a pause, files of 400 kB to two companies each. `node bench/kills.ts`',
  '',
  row('what', 'how many'),
  row('---', '---'),
  row('kills of the server', kills.server),
  row('kills of the FTP server', kills.ftp),
  row('publications answered for', published.length),
  row('publications in the list', listed.length),
  row('copies due, and there whole', copies.length),
  row('letters due, and written', due.length),
  row('seconds until the last delivery, after the last kill', settled),
  row('lost, doubled, or half there under its name', faults.length),
  '',
  ...faults.slice(0, 20).map((fault) => `- ${fault}`),
]
await writeFile(RESULT, `${table.join('\n').trimEnd()}\n`)
process.stdout.write(table.join('\n'))
if (faults.length > 0) process.exitCode = 1
