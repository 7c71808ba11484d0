import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What a shell remembers of where somebody looked around makes nobody a process of ours. */
const whereabouts = /^(OLD)?PWD=/

/** Where the product puts what PostgreSQL could not use in its own folder (embedded/home.ts, embedded/address.ts). */
const elsewhere = ['/var/lib/vypusk/', '/tmp/vypusk-socket-']

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const linkOf = (path) => {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/**
 * The processes that were given a folder, or something inside it, by a variable of their environment: those started
 * with it as their TMPDIR and whatever these started, in whatever group or session. Only Linux can tell (/proc).
 * @returns {{ pid: number, command: string }[]}
 */
export function processesOf(folder) {
  if (process.platform !== 'linux') return []
  const isGiven = (entry) => entry.includes(`=${folder}`) && !whereabouts.test(entry)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).split('\0').some(isGiven))
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200) }))
}

export function kill(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

const ours = (path) => elsewhere.some((start) => path.startsWith(start))

const isPostgres = ({ command }) => /^\S*\bpostgres\b/.test(command)

/** What a running database has outside its own folder: the folder of its data, of its socket. */
function outsideOf(pid) {
  const data = linkOf(`/proc/${pid}/cwd`)
  const socket = read(join(data, 'postmaster.pid')).split('\n')[4] ?? ''
  return [join(data, '..'), socket].filter(ours)
}

/** The same of one that does not run: `postgres` of a data folder is a link when the database could not lie in it. */
function linkedFrom(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink() && entry.name === 'postgres')
      .map((entry) => linkOf(join(entry.parentPath, entry.name)))
      .filter(ours)
  } catch {
    return []
  }
}

/** PostgreSQL stopped by SIGQUIT gives its shared memory back; after this long it gets no choice either. */
const GENTLE_MS = 5000
const LIMIT_MS = 15_000

/** Ends at once whatever was started with the folder, and removes it. @returns {Promise<string[]>} the command lines of the ended */
export async function clear(folder) {
  const names = await endAll(folder)
  for (const path of linkedFrom(folder)) remove(path)
  remove(folder)
  return names
}

/** The same without the folder. */
export async function endAll(folder) {
  const from = performance.now()
  const passed = () => performance.now() - from
  const ended = new Map()
  for (let left = processesOf(folder); left.length > 0 && passed() < LIMIT_MS; left = processesOf(folder)) {
    const isGentle = passed() < GENTLE_MS
    for (const one of left) {
      if (!ended.has(one.pid)) ended.set(one.pid, { ...one, outside: isPostgres(one) ? outsideOf(one.pid) : [] })
      kill(one.pid, isPostgres(one) && isGentle ? 'SIGQUIT' : 'SIGKILL')
    }
    await pause(50)
  }
  for (const { outside } of ended.values()) outside.forEach(remove)
  return [...ended.values()].map(({ command }) => command)
}

const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
