import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProgram, type Program } from './program.ts'

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
const LOOK_EVERY_MS = 30

/** A process of the product. */
export interface Product extends Program {
  url: string
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health/live`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Waits until the process listens. @throws if it exits, as it does at its start when the database is down */
const listening = (url: string) => async (child: ChildProcess) => {
  while (child.exitCode === null && child.signalCode === null) {
    if (await answers(url)) return
    await pause(LOOK_EVERY_MS)
  }
  throw new Error('the server ended before it listened')
}

/** Starts the product as `npm start` does after preparing. */
export async function startProduct(port: number, env: Record<string, string>): Promise<Product> {
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), LOG_LEVEL: 'fatal', ...env }
  return { url, ...(await startProgram({ run: [MAIN], env: settings, ready: listening(url) })) }
}
