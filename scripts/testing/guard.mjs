import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clear } from './processes.mjs'

const name = /^vypusk-run-(\d+)-/
const nested = /[\\/]vypusk-run-\d+-/

/** Whether this process was itself started by one that is guarded. */
export const isGuarded = () => nested.test(join(tmpdir(), '/'))

/** The variables by which programs find the temporary folder, on every system. */
export const temporaryIn = (folder) => ({ TMPDIR: folder, TEMP: folder, TMP: folder })

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The file system Linux keeps in memory. A run takes up to a gigabyte of it. */
const MEMORY = '/dev/shm'
const ROOM = 4 * 1024 ** 3

function hasRoom(folder, room) {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= room
  } catch {
    return false
  }
}

/**
 * Where a run's folder lies: in memory where there is enough, since nothing of it outlives the run and databases wait
 * for a disk at each of their steps; else in the temporary folder, as when somebody has named one.
 */
export function groundOf({ env = process.env, memory = MEMORY, room = ROOM } = {}) {
  return env.TMPDIR === undefined && hasRoom(memory, room) ? memory : tmpdir()
}

/** Runs whose guardian was killed as well, or that the machine's end cut off. */
async function sweepDead(ground) {
  for (const entry of readdirSync(ground)) {
    const pid = Number(name.exec(entry)?.[1])
    if (pid && !isAlive(pid)) await clear(join(ground, entry))
  }
}

/**
 * One folder for everything temporary of a run, and a guardian who ends what was started with it as its TMPDIR, and
 * removes it, when this process ends in whatever way.
 * @returns {Promise<{ folder: string, release: () => Promise<void> }>} `release` does the guardian's work now
 */
export async function openGuard() {
  const ground = groundOf()
  await sweepDead(ground)
  const folder = mkdtempSync(join(ground, `vypusk-run-${process.pid}-`))
  // PostgreSQL runs as another user when root runs the tests.
  chmodSync(folder, 0o711)
  const guardian = spawn(process.execPath, [join(import.meta.dirname, 'guardian.mjs')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.stdin.on('error', () => {})
  guardian.stdin.write(folder)
  const ended = once(guardian, 'exit')
  guardian.unref()
  guardian.stdin.unref()
  return {
    folder,
    release: async () => {
      guardian.ref()
      guardian.stdin.end()
      await ended
      await clear(folder)
    },
  }
}
