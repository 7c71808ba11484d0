import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from './platform/places.ts'

/**
 * What the server is started by. Node.js keeps what it compiled for the next start, in a folder that only whoever
 * installed the product writes to; where it may not be written, every start compiles anew.
 */
const compiled = join(projectRoot, 'node_modules/.cache/vypusk')
enableCompileCache(compiled)
// For threads and for processes of its own: each would load what strips types, 15 MB, for a single file.
process.env['NODE_COMPILE_CACHE'] ??= compiled
await import('./start.ts')
