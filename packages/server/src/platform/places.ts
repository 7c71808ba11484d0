import { fileURLToPath } from 'node:url'

/** The checkout: relative settings are meant from here, wherever the process was started. */
export const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))
export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))
