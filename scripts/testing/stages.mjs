import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../steps/run.mjs'
import { openGuard, temporaryIn } from './guard.mjs'
import { endAll, kill, processesOf } from './processes.mjs'

/** How long processes started by a successful stage may outlive it: browsers and databases need a moment to stop. */
const ENDING_MS = 30_000

/**
 * Waits for a stage's processes and stops those that remain.
 * @returns {Promise<string[]>} what did not end by itself
 */
async function endLeft(folder, patience) {
  const from = performance.now()
  while (processesOf(folder).length > 0 && performance.now() - from < patience) await pause(100)
  return endAll(folder)
}

/**
 * Runs the stages of a test run, each in its own process group and with its own temporary folder, so that nothing
 * outlives it; a stage that leaves something running fails. However the run ends, nothing remains of it (guard.mjs).
 */
export async function openStages({ patience = ENDING_MS } = {}) {
  const guard = await openGuard()
  const running = new Set()
  let started = 0

  async function stage(name, command, args, { env = {}, show = false } = {}) {
    const folder = join(guard.folder, String((started += 1)))
    mkdirSync(folder)
    chmodSync(folder, 0o711)
    const from = performance.now()
    let left = []
    let group
    const { code, output } = await run(command, args, {
      env: { ...env, ...temporaryIn(folder) },
      show,
      onStart: (pid) => running.add((group = pid)),
      onExit: async (exitCode) => {
        left = await endLeft(folder, exitCode === 0 ? patience : 0)
      },
    })
    running.delete(group)
    const isGood = code === 0 && left.length === 0
    console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
    if (code === 0) for (const one of left) console.log(`     left running, ended now: ${one}`)
    return { isGood, output }
  }

  async function close() {
    for (const group of running) kill(-group, 'SIGKILL')
    await guard.release()
  }

  endOnSignal(close)
  return { stage, close }
}

/** Stops everything the run started when it is ended by Ctrl+C, by `kill`, or because the npm that started it ends. */
function endOnSignal(close) {
  const end = async (why, code) => {
    console.error(`\nEnded by ${why}`)
    await close()
    process.exit(code)
  }
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.once(signal, () => void end(signal, code))
  }
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    void end('the end of npm', 143)
  }, 500)
  watching.unref()
}
