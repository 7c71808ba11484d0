import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { runDeferredDdl } from '../packages/server/src/platform/database/deferred-ddl.ts'
import { startEmbedded } from '../packages/server/src/platform/embedded.ts'
import { endWithThis } from '../packages/server/src/testing/program-end.ts'

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))
/** The same flag and environment as in `npm start`. */
export const FLAG = '--max-semi-space-size=8'
const AS_STARTED = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/vypusk', import.meta.url)),
}
const PREPARE = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url))
const LOOK_EVERY_MS = 20
/** Clock ticks per second in /proc, which are 100 on Linux. */
const TICKS_A_SECOND = 100
const LONGEST_START_MS = 20 * 60_000

export interface Running {
  url: string
  /** Process id of the server. */
  pid: number
  /** Milliseconds from the spawn to the first answer that reports ready. */
  startedInMs: number
  /** Memory of the server process now, MB. */
  rss(): number
  /** Processor time used by the server process with all its threads, in seconds. */
  cpu(): number
  stop(): Promise<void>
}

/** Returns a free port: two benchmarks may run on one machine. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function waitUntilReady(url: string, child: ChildProcess) {
  const deadline = Date.now() + LONGEST_START_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const ready = await fetch(`${url}/api/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    await pause(10)
  }
  throw new Error('the server did not start')
}

/**
 * Builds the remaining indexes of large demo data, which the server builds in the background: nothing is measured
 * without them.
 */
async function waitForIndexes(dataDir: string) {
  const log = { info() {}, warn: console.warn }
  const { config, stop } = await startEmbedded({ dataDir, log })
  await runDeferredDdl(config, log).finally(stop)
}

let isPrepared = false

/** Without a build of the present sources the server would run its thousand files: a slower start, and 20 MB more. */
function prepare() {
  if (!isPrepared) execFileSync(process.execPath, [PREPARE], { stdio: 'ignore' })
  isPrepared = true
}

/** Starts the real server as `npm start` does. */
export async function startServer(port: number, env: { DATA_DIR: string } & Record<string, string>): Promise<Running> {
  prepare()
  const url = `http://127.0.0.1:${port}`
  const before = performance.now()
  const child = spawn(process.execPath, [FLAG, MAIN], {
    env: { ...process.env, ...AS_STARTED, PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  endWithThis(child)
  await waitUntilReady(url, child)
  const startedInMs = performance.now() - before
  await waitForIndexes(env.DATA_DIR)
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
  return {
    url,
    pid: child.pid ?? 0,
    startedInMs,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    cpu: () => {
      // The fields after the name, which may contain anything: the 12th and 13th are user and system ticks.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
    },
    stop,
  }
}

/** Signs in with one of the demo sign-ins and returns the token. */
export async function signIn(url: string, login: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: 'demo' }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return access_token
}

/** Runs the work and returns how long it took and the server's peak memory meanwhile. */
export async function watched<Result>(running: Running, work: () => Promise<Result>) {
  let highest = running.rss()
  const timer = setInterval(() => (highest = Math.max(highest, running.rss())), LOOK_EVERY_MS)
  const before = performance.now()
  const result = await work().finally(() => clearInterval(timer))
  return { result, took: performance.now() - before, highest }
}
