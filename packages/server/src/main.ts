import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { freshBundle } from './platform/runtime/bundle.ts'
import { projectRoot } from './platform/runtime/places.ts'

/**
 * The entry point of the server, which runs the bundle if it was made of these sources. Node.js caches compiled code for
 * the next start in a folder that only the user who installed the product can write to; without write access, every start
 * compiles again.
 */
const compiled = join(projectRoot, 'node_modules/.cache/vypusk')
enableCompileCache(compiled)
// For threads and child processes: each would otherwise load the 15 MB that strip types, for a single file.
process.env['NODE_COMPILE_CACHE'] ??= compiled
await import(freshBundle() ?? './start.ts')
