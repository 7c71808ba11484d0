import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from './platform/places.ts'

/**
 * What the server is started by. Node.js keeps what it compiled for the next start, in a folder that only whoever
 * installed the product writes to; where it may not be written, every start compiles anew.
 */
enableCompileCache(join(projectRoot, 'node_modules/.cache/vypusk'))
await import('./start.ts')
