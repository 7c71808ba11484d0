import type { PoolConfig } from 'pg'
import { openDatabase } from './database.ts'
import { longLimits, type DatabaseLimits } from './database-limits.ts'
import { createProbe } from './database-probe.ts'
import type { Log } from './log.ts'

/** Every way in which a serving process asks its one database (call.ts, Deps). */
export function openDatabases(config: PoolConfig, log: Log, limits: DatabaseLimits) {
  const usual = openDatabase(config, log, limits)
  const long = openDatabase(config, log, longLimits(limits))
  const probe = createProbe(config)
  return {
    connections: usual.connections,
    asked: { db: usual.db, longDb: long.db, probe },
    close: async () => {
      await probe.close()
      await long.close()
      await usual.close()
    },
  }
}
