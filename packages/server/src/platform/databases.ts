import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { openDatabase } from './database.ts'
import { longLimits, type DatabaseLimits } from './database-limits.ts'
import { createProbe } from './database-probe.ts'
import type { Log } from './log.ts'
import { createMemory, rememberBy, type MemoryTimes } from './memory.ts'
import { areNamesKept, createNames } from './statement-names.ts'

interface DatabasesOptions {
  config: PoolConfig
  /** What calls go through, where that is not PostgreSQL itself; what takes long goes to it directly. */
  through?: PoolConfig
  isShared?: boolean
  log: Log
  limits: DatabaseLimits
  times?: MemoryTimes
}

/** Every way in which a serving process asks its one database (call.ts, Deps), and what it remembers of it. */
export async function openDatabases({ config, through, isShared = false, log, limits, times }: DatabasesOptions) {
  const usualWay = through ?? config
  const tell = (channel: string, word: string) => sql`select pg_notify(${channel}, ${word})`.execute(usual.db)
  const memory = createMemory(tell, times)
  const names = createNames(log)
  if (!(await areNamesKept(usualWay))) names.giveUp()
  const overheard = { names, forget: (table: string) => memory.forget(table) }
  const usual = openDatabase(usualWay, log, { ...limits, isShared }, overheard)
  const long = openDatabase(config, log, longLimits(limits), overheard)
  for (const { db } of [usual, long]) rememberBy(db, memory)
  const probe = createProbe(usualWay)
  return {
    connections: usual.connections,
    memory,
    asked: { db: usual.db, longDb: long.db, probe },
    close: async () => {
      await probe.close()
      await long.close()
      await usual.close()
    },
  }
}
