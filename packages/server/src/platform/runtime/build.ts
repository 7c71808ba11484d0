import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auth, type health } from '@vypusk/contract'
import { projectRoot } from './places.ts'

/** The sources that a process runs: 2.17.4 is the product's version, the commit belongs to this build. */
export type Build = health.Build

const COMMIT = /^[0-9a-f]{40,64}$/

/** Reads build.json, which `git archive` fills in (`.gitattributes`), or which was written when an image was built. */
function fromFile(root: string): string[] {
  const path = join(root, 'build.json')
  if (!existsSync(path)) return []
  const { commit, committed_at } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  return [commit ?? '', committed_at ?? '']
}

/** A checkout may belong to another user than the process. It is still read, since it is what runs. */
function fromGit(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return []
  try {
    const args = ['-c', `safe.directory=${root.replace(/\/$/, '')}`, 'show', '-s', '--format=%H %cI', 'HEAD']
    const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.trim().split(' ')
  } catch {
    return []
  }
}

/** Finds out which commit the sources in a folder are; the fields are null when it cannot be determined. */
export function readBuild(root: string): Build {
  const known = [fromFile(root), fromGit(root)].find(([commit]) => COMMIT.test(commit ?? ''))
  const [commit = null, at] = known ?? []
  const moment = at ? new Date(at) : undefined
  const isMoment = moment !== undefined && !Number.isNaN(moment.getTime())
  return { version: auth.APP_VERSION, commit, committed_at: isMoment ? moment.toISOString() : null }
}

let known: Build | undefined

/** The build of this process, read once: it stays the same even if the files change later. */
export const thisBuild = (): Build => (known ??= readBuild(projectRoot))

/** The name of a build for people: «2.17.4 (1a2b3c4d5e6f)». */
export const buildName = ({ version, commit }: Build): string =>
  commit === null ? version : `${version} (${commit.slice(0, 12)})`
