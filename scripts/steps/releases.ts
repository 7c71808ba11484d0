import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsDir, projectRoot } from '../../packages/server/src/platform/runtime/places.ts'

/** What is kept of a release, in the folder of its name. */
export interface Release {
  name: string
  /** File → SHA-256. */
  migrations: Record<string, string>
  settings: string[]
}

export const releasesDir = join(projectRoot, 'packages/server/releases')

/** The heading in CHANGELOG.md for changes of the next release. */
export const UNRELEASED = 'Не выпущено'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns every migration with the checksum of its file. */
export async function migrationSums(): Promise<Record<string, string>> {
  const files = (await readdir(migrationsDir)).toSorted()
  const pairs = files.map(async (file) => [file, sha256(await readFile(join(migrationsDir, file)))])
  return Object.fromEntries(await Promise.all(pairs))
}

/** Returns all releases, the oldest first. */
export async function releases(): Promise<Release[]> {
  const names = (await readdir(releasesDir)).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(releasesDir, name, 'release.json'), 'utf8')))
  return texts.map((text) => JSON.parse(text) as Release)
}

/** Returns the migrations added after a release. */
export const after = ({ migrations }: Release, files: readonly string[]): string[] =>
  files.filter((file) => !Object.hasOwn(migrations, file))
