import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Variables in which a shell remembers its folders; they do not mean that the process was started by the run. */
const whereabouts = /^(OLD)?PWD=/

/**
 * Where the product puts data and sockets that PostgreSQL cannot use in its own folder (embedded/home.ts,
 * embedded/address.ts).
 */
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
 * Returns the processes with an environment variable that names the folder or something inside it: those started
 * with it as their TMPDIR and their descendants, in any group or session. Only works on Linux (/proc).
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
    // It has already ended.
  }
}

const ours = (path) => elsewhere.some((start) => path.startsWith(start))

const isPostgres = ({ command }) => /^\S*\bpostgres\b/.test(command)

/** Returns the folders that a running database has outside the run's folder: for its data and its socket. */
function outsideOf(pid) {
  const data = linkOf(`/proc/${pid}/cwd`)
  const socket = read(join(data, 'postmaster.pid')).split('\n')[4] ?? ''
  return [join(data, '..'), socket].filter(ours)
}

/**
 * Returns the same for databases that are not running: `postgres` in a data folder is a link if the database had to be
 * elsewhere.
 */
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

/** PostgreSQL stopped with SIGQUIT frees its shared memory; after this time it is killed too. */
const GENTLE_MS = 5000
const LIMIT_MS = 15_000

/**
 * Stops everything that was started with the folder, and removes the folder.
 * @returns {Promise<string[]>} the command lines of the stopped processes
 */
export async function clear(folder) {
  const names = await endAll(folder)
  for (const path of linkedFrom(folder)) remove(path)
  remove(folder)
  return names
}

/** Stops everything that was started with the folder, but keeps the folder. */
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
