import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './places.ts'

/** The server's modules in a few files, which start faster than a thousand (docs/decisions/0169). */
const BUNDLE = 'packages/server/dist'
export const bundleDir = join(projectRoot, BUNDLE)
const STAMP = '.sources'

/** What the bundle is made of; the packages in it are those of the lock file. */
const SOURCES = ['packages/server/src', 'packages/contract/src', 'packages/server/vite.config.ts', 'package-lock.json']

/** The files of a folder, or the file itself; tests are not in the bundle. */
function filesIn(root: string, path: string): string[] {
  if (/\.\w+$/.test(path)) return path.endsWith('.test.ts') ? [] : [path]
  return readdirSync(join(root, path)).flatMap((name) => filesIn(root, `${path}/${name}`))
}

/** A hash of the names and contents of all sources in a checkout; takes 20–45 ms. */
export function sourcesHash(root = projectRoot): string {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesIn(root, source)).toSorted())
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Marks the bundle as made of these sources. */
export const stampBundle = (hash: string, root = projectRoot): void => writeFileSync(join(root, BUNDLE, STAMP), hash)

/**
 * Returns the entry of the bundle if it was made of the present sources. Otherwise the sources themselves are run: a service
 * may be started after an upgrade that was not prepared.
 */
export function freshBundle(root = projectRoot): string | undefined {
  const folder = join(root, BUNDLE)
  try {
    return readFileSync(join(folder, STAMP), 'utf8') === sourcesHash(root) ? join(folder, 'start.js') : undefined
  } catch {
    return undefined
  }
}
