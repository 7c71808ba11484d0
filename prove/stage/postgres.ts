import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pidFilePath, readPidFile } from '../../packages/server/src/platform/embedded/pid-file.ts'
import { startEmbedded } from '../../packages/server/src/platform/embedded.ts'

const quiet = { info() {}, warn() {} }
const LOOK_EVERY_MS = 20

/** A PostgreSQL for the proof, started by the product's own scripts, which restart it when it dies. */
export interface Postgres {
  config: pg.ClientConfig
  /** Kills all its processes at once, without time to save anything. */
  kill: () => Promise<void>
  /** Resolves when it answers again. */
  isBack: () => Promise<void>
  stop(): Promise<void>
}

async function isBack(config: pg.ClientConfig): Promise<void> {
  for (;;) {
    const client = new pg.Client(config)
    client.on('error', () => {})
    const isThere = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      )
    await client.end().catch(() => {})
    if (isThere) return
    await pause(LOOK_EVERY_MS)
  }
}

export async function startPostgres(dataDir: string): Promise<Postgres> {
  const { config, stop } = await startEmbedded({ dataDir, log: quiet })
  const folder = join(dataDir, 'postgres', '18')
  const kill = async () => {
    const found = await readPidFile(folder)
    // Immediate shutdown, which also ends its children.
    if (found) process.kill(found.pid, 'SIGQUIT')
  }
  // However the proof ends, stop what it started; first, while the disk with the process id is still mounted.
  process.prependListener('exit', () => {
    if (existsSync(pidFilePath(folder)))
      process.kill(Number.parseInt(readFileSync(pidFilePath(folder), 'utf8'), 10), 'SIGQUIT')
  })
  return { config, kill, isBack: () => isBack(config), stop }
}
