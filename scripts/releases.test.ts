import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../packages/server/src/platform/settings.ts'
import { migrationsDir } from '../packages/server/src/platform/runtime/places.ts'
import { temporaryFolder } from '../packages/server/src/testing/folder.ts'
import { faultsOf } from './steps/new-migrations.ts'
import { after, migrationSums, releases, releasesDir, UNRELEASED } from './steps/releases.ts'

/** Later versions must be able to upgrade from every release, as docs/upgrading.md promises to administrators. */

const root = join(import.meta.dirname, '..')
const all = await releases()
const last = all.at(-1)!
const sums = await migrationSums()

/** Heading → text of each section of CHANGELOG.md. */
const changes = Object.fromEntries(
  readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.split('\n')[0], part.split('\n').slice(1).join('\n').trim()]),
)
const ahead = changes[UNRELEASED] ?? ''

test('each release has its data set and its section of CHANGELOG.md, the newest first', () => {
  expect(Object.keys(changes)).toEqual([UNRELEASED, ...all.map(({ name }) => name).toReversed()])
  expect(Object.values(changes).slice(1)).not.toContain('')
  expect(all.filter(({ name }) => !existsSync(join(releasesDir, name, 'data.tar.gz')))).toEqual([])
})

test('a migration that was released is never changed', () => {
  const changed = all.flatMap(({ migrations }) =>
    Object.entries(migrations).flatMap(([file, sum]) => (sums[file] === sum ? [] : [file])),
  )
  expect(changed).toEqual([])
})

test('new migrations come after the released ones, whatever gaps their numbers have', () => {
  const [newest = ''] = Object.keys(last.migrations).toSorted().toReversed()
  expect(after(last, Object.keys(sums)).filter((file) => file <= newest)).toEqual([])
})

test('CHANGELOG.md names every setting added or removed since the last release', () => {
  const come = settingNames.filter((name) => !last.settings.includes(name))
  const gone = last.settings.filter((name) => !settingNames.includes(name))
  expect([...come, ...gone].filter((name) => !ahead.includes(`\`${name}\``))).toEqual([])
})

test('CHANGELOG.md says what happens to the database if its tables have changed', () => {
  const isChanged = after(last, Object.keys(sums)).length > 0
  expect(isChanged && !ahead.includes('### База данных')).toBe(false)
})

test('no new migration keeps people waiting or breaks the previous release', async () => {
  const files = after(last, Object.keys(sums)).map((file) => join(migrationsDir, file))
  expect(await faultsOf(files)).toEqual([])
})

test('migrations that would are reported', async () => {
  const folder = await temporaryFolder('planted')
  const planted = async (sql: string) => {
    const path = join(folder.path, '9000_planted.sql')
    writeFileSync(path, sql)
    return (await faultsOf([path])).map((fault) => fault.split(' ')[1])
  }
  expect(await planted('create index users_again on users (name);')).toEqual(['require-concurrent-index-creation'])
  expect(await planted('alter table users add constraint long check (length(name) > 2);')).toEqual([
    'constraint-missing-not-valid',
  ])
  expect(await planted('alter table users rename column name to title;')).toEqual(['renaming-column'])
  expect(await planted('alter table users alter column id type bigint;')).toEqual(['changing-column-type'])
  expect(await planted('alter table users drop column name;')).toEqual(['ban-drop-column'])
  expect(await planted("update users set name = '';")).toEqual(['rewriting-at-once'])
  expect(await planted("-- Reason: a dozen rows.\nupdate systems set name = '';")).toEqual([])
  expect(await planted('drop view open_requests;')).toEqual(['dropping'])
  expect(await planted('-- Reason: made after the last release.\ndrop view open_requests;')).toEqual([])
  const ignored = '-- squawk-ignore ban-drop-column\nalter table users drop column name;'
  expect(await planted(ignored)).toEqual(['no'])
  expect(await planted(`-- Reason: nobody reads it since 2026-11-22\n${ignored}`)).toEqual([])
  expect(await planted('create table fresh (id integer, n integer); create index fresh_n on fresh (n);')).toEqual([])
  await folder.remove()
})
