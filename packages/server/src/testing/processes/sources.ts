import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../platform/runtime/places.ts'

/** Sources that can be started in a test's folder: those of this checkout, or of a commit. */

const PARTS = ['package.json', 'packages/contract', 'packages/server']
const SERVER = 'packages/server'

/** Links the packages of this checkout; the workspace's own packages are in the folder. */
async function linkPackages(folder: string) {
  for (const place of ['', SERVER]) {
    const from = join(projectRoot, place, 'node_modules')
    if (!existsSync(from)) continue
    const to = join(folder, place, 'node_modules')
    await mkdir(to, { recursive: true })
    for (const name of await readdir(from)) {
      if (name !== '@vypusk' && !name.startsWith('.')) await symlink(join(from, name), join(to, name))
    }
  }
  await mkdir(join(folder, 'node_modules/@vypusk'), { recursive: true })
  await symlink(join(folder, 'packages/contract'), join(folder, 'node_modules/@vypusk/contract'))
}

export async function copySources(folder: string): Promise<void> {
  const filter = (path: string) => !path.includes('/node_modules')
  for (const part of PARTS) await cp(join(projectRoot, part), join(folder, part), { recursive: true, filter })
  await linkPackages(folder)
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()

/**
 * Extracts the sources of a release: those of the commit that added its files (`packages/server/releases`). They run on
 * today's packages, so what only a release needs is among the development dependencies (`@fastify/helmet`).
 */
export async function releaseSources(name: string, folder: string): Promise<void> {
  const commit = git('log', '--format=%H', '-1', '--', `${SERVER}/releases/${name}/release.json`)
  const tar = join(folder, 'sources.tar')
  git('archive', '--output', tar, commit, ...PARTS)
  execFileSync('tar', ['xmf', tar], { cwd: folder })
  await linkPackages(folder)
}
