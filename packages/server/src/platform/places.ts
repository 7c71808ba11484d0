import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout: relative settings are meant from here, wherever the process was started. */
export const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))
export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))
/** The built browser half; there only once it was built. */
export const pagesDir = join(projectRoot, 'packages/web/dist')
