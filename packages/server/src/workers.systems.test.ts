import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './platform/embedded.ts'
import { temporaryFolder } from './testing/folder.ts'
import { databasePid, launch } from './testing/processes/launch.ts'
import { freePort } from './testing/port.ts'

/** WORKERS: several processes behind one port, kept by the main process. */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let temporary = ''
beforeEach(async () => {
  folder = await temporaryFolder('workers')
  temporary = join(folder.path, 'tmp')
  await mkdir(temporary)
})
afterEach(() => folder.remove())

async function start(env: Record<string, string> = {}) {
  const [PORT, METRICS_PORT] = [String(await freePort()), String(await freePort())]
  const server = launch(folder.path, {
    WORKERS: '2',
    PORT,
    METRICS_PORT,
    LOG_LEVEL: 'debug',
    TMPDIR: temporary,
    ...env,
  })
  // Each call uses a new connection, which is passed to the next worker.
  const ask = async () => {
    const reply = await fetch(`http://127.0.0.1:${PORT}/api/health/live`, { headers: { connection: 'close' } })
    await reply.arrayBuffer()
    return reply.status
  }
  const logged = () =>
    server
      .output()
      .split('\n')
      .flatMap((line): { msg: string; pid: number; worker?: number }[] =>
        line.startsWith('{') ? [JSON.parse(line)] : [],
      )
  const pidsOf = (msg: string) => new Set(logged().flatMap((line) => (line.msg.startsWith(msg) ? [line.pid] : [])))
  const figure = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    return Number(line?.split(' ').at(-1))
  }
  const areAllThere = async () => {
    await expect.poll(() => figure('vypusk_workers_serving')).toBe(2)
  }
  return { ...server, port: Number(PORT), ask, logged, pidsOf, figure, areAllThere }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const alive = (pids: Iterable<number>) => [...pids].filter(isAlive)

async function expectNothingLeft(pids: Iterable<number>) {
  expect(alive(pids)).toEqual([])
  expect(await databasePid(folder.path)).toBeUndefined()
  expect(await readdir(temporary)).toEqual([])
}

test('both share one port and are reported as one; a killed one is replaced; none survives the end', async () => {
  const server = await start()
  await server.until('Выпуск открыт')
  await server.areAllThere()
  const answered = () => server.pidsOf('answered')
  for (let n = 0; n < 6; n += 1) expect(await server.ask()).toBe(200)
  await expect.poll(() => answered().size).toBe(2)
  const workers = [...answered()]
  expect(new Set(server.logged().map(({ worker }) => worker))).toEqual(new Set([1, 2]))
  const ofHealth = 'vypusk_http_request_duration_seconds_count{method="GET",route="/api/health/live",status="200"}'
  expect(await server.figure(ofHealth)).toBe(6)
  expect(await server.figure('vypusk_database_up')).toBe(1)

  const lost = ({ cause }: Error) => (cause as NodeJS.ErrnoException).code
  const answer = () => server.ask().catch(lost)
  process.kill(workers[0]!, 'SIGSTOP')
  const meanwhile = [answer(), answer(), answer()]
  await Promise.any(meanwhile)
  process.kill(workers[0]!, 'SIGKILL')
  // The call that was passed to the killed worker gets an error.
  expect(new Set(await Promise.all(meanwhile))).toEqual(new Set([200, 'ECONNRESET']))
  const answers: Awaited<ReturnType<typeof answer>>[] = []
  const listening = () => server.pidsOf('Server listening')
  while (listening().size < 3) answers.push(await answer())
  expect(new Set(answers)).toEqual(new Set([200]))
  await server.areAllThere()
  expect(await readdir(temporary)).toHaveLength(2)

  server.kill('SIGINT')
  server.kill('SIGINT')
  expect(await server.exit).toBe(0)
  await expectNothingLeft([...workers, ...listening()])
})

test('without the main process they end, and the next start works normally', async () => {
  const left = join(temporary, 'vypusk-work-left')
  await mkdir(left)
  await utimes(left, 0, 0)
  const first = await start()
  await first.until('Выпуск открыт')
  await first.areAllThere()
  expect(await readdir(temporary)).toHaveLength(2)
  const workers = first.pidsOf('Server listening')
  first.kill('SIGKILL')
  await first.exit
  await expect.poll(() => alive(workers)).toEqual([])
  expect(await readdir(temporary)).toEqual([])
  const second = await start()
  await second.until('Выпуск открыт')
  second.kill('SIGTERM')
  expect(await second.exit).toBe(0)
  expect(await databasePid(folder.path)).toBeUndefined()
})

test('a suspended worker does not keep the database from being stopped', async () => {
  const server = await start()
  await server.until('Выпуск открыт')
  await server.areAllThere()
  const workers = [...server.pidsOf('Server listening')]
  process.kill(workers[0]!, 'SIGSTOP')
  server.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  await expectNothingLeft(workers)
})

test('a second Ctrl+C waits for no calls, and leaves nothing running either', async () => {
  const server = await start()
  await server.until('Выпуск открыт')
  await server.areAllThere()
  const workers = [...server.pidsOf('Server listening')]
  // A call that never arrives completely.
  const call = connect(server.port)
  call.on('error', () => {})
  const head = 'host: here\r\ncontent-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue'
  call.write(`POST /api/auth/login HTTP/1.1\r\n${head}\r\n\r\n`)
  // Its beginning has arrived.
  await once(call, 'data')
  server.kill('SIGINT')
  // npm passes the signal on, so what comes within a second is the same press.
  await pause(1500)
  server.kill('SIGINT')
  expect(await server.exit).toBe(1)
  await expectNothingLeft(workers)
})

test('everything ends when the database was restored meanwhile', async () => {
  const server = await start()
  await server.until('Выпуск открыт')
  await server.areAllThere()
  const { config, stop } = await startEmbedded({ dataDir: folder.path, log: { info() {}, warn() {} } })
  const client = new pg.Client(config)
  await client.connect()
  await client.query('update vypusk.mark set restores = restores + 1')
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vypusk %'`)
  await client.end()
  expect(await server.exit).toBe(1)
  expect(server.output()).toContain('База данных восстановлена из копии')
  await stop()
  await expectNothingLeft(server.pidsOf('Server listening'))
})

test('workers that keep exiting at once end everything with a sentence', async () => {
  const ending = join(folder.path, 'ending.mjs')
  await writeFile(ending, `if (process.argv[2] === 'worker') process.exit(3)`)
  const server = await start({ NODE_OPTIONS: `--import=${ending}` })
  expect(await server.exit).toBe(1)
  expect(server.output()).toContain('завершаются сразу после запуска')
  expect(server.logged().map(({ msg }) => msg)).toContain('A worker has ended: another takes its place')
  await expectNothingLeft([])
})

test('the reason why they cannot start is printed once, and nothing is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const server = await start({ PORT: String(port) })
  expect(await server.exit).toBe(1)
  expect(server.output().split(`Порт ${port} занят`)).toHaveLength(2)
  await expectNothingLeft([])
  other.close()
})

test('more workers than the database has connections for are refused', async () => {
  const server = await start({ WORKERS: '10' })
  expect(await server.exit).toBe(1)
  expect(server.output()).toMatch(/WORKERS=10\) может понадобиться 353 соединений.* max_connections = 356/)
  await expectNothingLeft([])
})
