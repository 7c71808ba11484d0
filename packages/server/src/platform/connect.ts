import type { PoolConfig } from 'pg'
import { checkDatabase, openDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'
import type { Log } from './log.ts'
import { migrate } from './migrate.ts'
import type { Settings } from './settings.ts'

export interface Connected {
  config: PoolConfig
  embedded: boolean
  /** Ends the embedded server unless another process uses it; close own pools first. */
  stop: () => Promise<void>
}

/** The database of this installation as it is, perhaps empty: the embedded one, started, or the server that DATABASE_URL names. */
export async function reachDatabase({ databaseUrl, dataDir }: Settings, log: Log): Promise<Connected> {
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir, log })
  const config = embedded?.config ?? { connectionString: databaseUrl ?? undefined }
  return { config, embedded: embedded !== undefined, stop: async () => embedded?.stop() }
}

/**
 * The database of this installation, migrated and fit for use: the embedded one, or the server that
 * DATABASE_URL names.
 * @throws DatabaseError, EmbeddedError with a sentence for whoever starts the process
 */
export async function connectDatabase(settings: Settings, log: Log): Promise<Connected> {
  const reached = await reachDatabase(settings, log)
  const { config, stop } = reached
  try {
    await migrate(config, log)
    const { db, close } = openDatabase({ ...config, max: 1 }, log)
    await checkDatabase(db).finally(close)
    return reached
  } catch (error) {
    await stop()
    throw error
  }
}
