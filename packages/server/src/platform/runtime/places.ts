import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. Relative paths in settings are resolved from here, wherever the process was started. */
export const projectRoot = fileURLToPath(new URL('../../../../../', import.meta.url))
export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** The built web application; the folder exists only after the build. */
export const pagesDir = join(projectRoot, 'packages/web/dist')
