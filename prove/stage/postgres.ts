import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pidFilePath, readPidFile } from '../../packages/server/src/platform/embedded/pid-file.ts'
import { startEmbedded } from '../../packages/server/src/platform/embedded.ts'

const quiet = { info() {}, warn() {} }
const LOOK_EVERY_MS = 20

/** A PostgreSQL of the proof's own, started by the product's own scripts, which start it again when it dies. */
export interface Postgres {
  config: pg.ClientConfig
  /** All of it, at once, with no time to write anything down. */
  kill: () => Promise<void>
  /** Comes back once it answers again. */
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
    // Its children end with it: the ordinary signal of an immediate end.
    if (found) process.kill(found.pid, 'SIGQUIT')
  }
  // Whatever ends the proof ends what it started.
  process.on('exit', () => {
    if (existsSync(pidFilePath(folder)))
      process.kill(Number.parseInt(readFileSync(pidFilePath(folder), 'utf8'), 10), 'SIGQUIT')
  })
  return { config, kill, isBack: () => isBack(config), stop }
}
