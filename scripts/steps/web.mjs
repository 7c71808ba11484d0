import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, run, stage } from './run.mjs'

const sources = [
  'packages/web/src',
  'packages/web/public',
  'packages/web/build',
  'packages/web/index.html',
  'packages/web/first.js',
  'packages/web/vite.config.ts',
  'packages/contract/src',
  'package-lock.json',
]
const stamp = join(project, 'packages/web/dist/.sources')

/** Builds the pages if they were built from other sources than those on disk. */
export async function buildWeb() {
  const hash = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await stage('Собираю страницы', () => run('vite', ['build', 'packages/web', '--logLevel', 'warn']))
  mkdirSync(join(project, 'packages/web/dist'), { recursive: true })
  writeFileSync(stamp, hash)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(project, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  const full = join(project, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => filesIn(join(path, name)))
}
