import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clear } from './processes.mjs'

const name = /^vypusk-run-(\d+)-/
const nested = /[\\/]vypusk-run-\d+-/

/** Whether this process was started by one that is already guarded. */
export const isGuarded = () => nested.test(join(tmpdir(), '/'))

/** Returns the variables that define the temporary folder on every operating system. */
export const temporaryIn = (folder) => ({ TMPDIR: folder, TEMP: folder, TMP: folder })

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Linux's file system in memory. A run uses up to a gigabyte of it. */
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
 * Returns where to create a run's folder: in memory if there is enough, because nothing of it is needed after the run
 * and databases would wait for a disk at every step; otherwise, or if TMPDIR is set, in the temporary folder.
 */
export function groundOf({ env = process.env, memory = MEMORY, room = ROOM } = {}) {
  return env.TMPDIR === undefined && hasRoom(memory, room) ? memory : tmpdir()
}

/** Removes the folders of runs whose guardian was killed too, or that were cut off by a reboot. */
async function sweepDead(ground) {
  for (const entry of readdirSync(ground)) {
    const pid = Number(name.exec(entry)?.[1])
    if (pid && !isAlive(pid)) await clear(join(ground, entry))
  }
}

/**
 * Creates one folder for all temporary files of a run, and starts a guardian. However this process ends, the guardian
 * stops everything that was started with the folder as its TMPDIR, and removes the folder.
 * @returns {Promise<{ folder: string, release: () => Promise<void> }>} `release` does the guardian's work at once
 */
export async function openGuard() {
  const ground = groundOf()
  await sweepDead(ground)
  const folder = mkdtempSync(join(ground, `vypusk-run-${process.pid}-`))
  // When root runs the tests, PostgreSQL runs as another user.
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
