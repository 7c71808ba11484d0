import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { health } from '@vypusk/contract'
import { temporaryFolder } from '../../testing/folder.ts'
import { testApp } from '../../testing/app.ts'
import { buildName, readBuild, thisBuild } from './build.ts'
import { projectRoot } from './places.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder('build')
})
afterEach(() => folder.remove())

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Выпуск', '-c', 'user.email=vypusk@example.ru', ...args], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], GIT_COMMITTER_DATE: '2026-11-22T23:30:00+03:00' },
    encoding: 'utf8',
  }).trim()

test('an archive of a commit contains its id', async () => {
  const written = { commit: COMMIT, committed_at: '2026-11-22T23:30:00+03:00' }
  await writeFile(join(folder.path, 'build.json'), JSON.stringify(written))
  const build = readBuild(folder.path)
  expect(build).toEqual({ version: '2.17.4', commit: COMMIT, committed_at: '2026-11-22T20:30:00.000Z' })
  expect(buildName(build)).toBe('2.17.4 (0123456789ab)')
})

test('git fills in the file in an archive of this project, and in a checkout git itself is used', async () => {
  git('init', '--quiet')
  for (const name of ['build.json', '.gitattributes']) {
    execFileSync('cp', [join(projectRoot, name), folder.path])
  }
  git('add', '.')
  git('commit', '--quiet', '--message', 'One')
  const commit = git('rev-parse', 'HEAD')
  const expected = { version: '2.17.4', commit, committed_at: '2026-11-22T20:30:00.000Z' }
  expect(readBuild(folder.path)).toEqual(expected)
  const archived = await temporaryFolder('archived')
  git('archive', '--output', join(archived.path, 'all.tar'), 'HEAD')
  execFileSync('tar', ['xmf', 'all.tar'], { cwd: archived.path })
  expect(readBuild(archived.path)).toEqual(expected)
  await archived.remove()
})

test('if the commit cannot be determined, none is made up', () => {
  const build = readBuild(folder.path)
  expect(build).toEqual({ version: '2.17.4', commit: null, committed_at: null })
  expect(buildName(build)).toBe('2.17.4')
})

test('the build is shown to everybody, signed in or not, and to Prometheus', async () => {
  const product = await testApp()
  const { body } = await product.anonymous(health.about, {})
  expect(body).toEqual({ status: 'ok', ...thisBuild() })
  expect(await product.metrics.registry.getSingleMetricAsString('vypusk_build_info')).toMatch(
    /^vypusk_build_info\{version="2\.17\.4",commit="[0-9a-f]*",committed_at="[^"]*"\} 1$/m,
  )
  await product.close()
})
