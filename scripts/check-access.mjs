/**
 * Checks the checkers of who may know of what: each condition of the views and of the room `access` is left out in
 * turn in a copy of the project, and the room's tests must notice. Takes about four seconds a condition.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const project = resolve(import.meta.dirname, '..')
const TESTS = 'packages/server/src/domains/access'

const views = 'packages/server/migrations/0056_access_views.sql'
const handedOver = 'packages/server/migrations/0005_open_publications.sql'
const queries = 'packages/server/src/domains/access/queries.ts'
const policy = 'packages/server/src/domains/access/policy.ts'

/** [file, the condition, what stands there without it]; each condition stands in its file once. */
const mutants = [
  [views, 'where request.deleted_at is null\n  and exists', 'where exists'],
  [views, 'used.idcomp = request.idcomp and used.idmod = request.idmod', 'used.idcomp = request.idcomp'],
  [views, 'used.idcomp = request.idcomp and used.idmod = request.idmod', 'used.idmod = request.idmod'],
  [
    views,
    'where release.deleted_at is null\n  and release.is_visible_for_client',
    'where release.is_visible_for_client',
  ],
  [views, 'where release.deleted_at is null\n  and release.is_visible_for_client', 'where release.deleted_at is null'],
  [views, 'where agreement.deleted_at is null\n  and release', 'where release'],
  [views, '  and release.deleted_at is null\n  and (release', '  and (release'],
  [views, '(release.is_visible_for_client or agreement.by_rivc)', 'true'],
  [views, '(release.is_visible_for_client or agreement.by_rivc)', 'release.is_visible_for_client'],
  [views, '(release.is_visible_for_client or agreement.by_rivc)', 'agreement.by_rivc'],
  [views, 'from registry_entries as entry\nwhere entry.deleted_at is null', 'from registry_entries as entry'],
  [views, 'from requests as q\nwhere q.deleted_at is null', 'from requests as q'],
  [views, 'from releases as r\nwhere r.deleted_at is null', 'from releases as r'],
  [views, 'r.id = a.release_id and r.deleted_at is null', 'r.id = a.release_id'],
  [views, 'where a.deleted_at is null', ''],
  [views, 'where p.deleted_at is null', ''],
  [views, 'where e.deleted_at is null', ''],
  [handedOver, ' and publications.deleted_at is null', ''],
  [handedOver, ' and releases.is_visible_for_client', ''],
  [handedOver, ' and releases.deleted_at is null', ''],
  [handedOver, 'customer.idcomp <> all (item."notPublishingList")', 'true'],
  [
    handedOver,
    'where listed.release_id = item.release_id and listed.idcomp',
    'where listed.release_id = -1 and listed.idcomp',
  ],
  [queries, 'isRivc ? living : sql`(${living} and ${open()})`', 'isRivc ? sql`true` : open()'],
  [queries, 'isRivc ? living : sql`(${living} and ${open()})`', 'living'],
  [
    queries,
    "() => sql`${column(q, 'idcomp')} = ${companyOf(viewer)} and ${usesModule(viewer, q)}`",
    '() => usesModule(viewer, q)',
  ],
  [
    queries,
    "${column(q, 'idcomp')} = ${companyOf(viewer)} and ${usesModule(viewer, q)}",
    "${column(q, 'idcomp')} = ${companyOf(viewer)}",
  ],
  [queries, "sql`${column(r, 'is_visible_for_client')} and ${isNamed(viewer, r)}`", 'isNamed(viewer, r)'],
  [
    queries,
    "sql`${column(r, 'is_visible_for_client')} and ${isNamed(viewer, r)}`",
    "sql`${column(r, 'is_visible_for_client')}`",
  ],
  [queries, 'viewer.sees_hidden ? isNamed(viewer, r) : sql', 'viewer.sees_hidden ? sql`true` : sql'],
  [queries, 'sql`(${isLiving(a)} and ${isLiving(r)})`', 'isLiving(a)'],
  [queries, 'sql`(${isLiving(a)} and ${isLiving(r)})`', 'isLiving(r)'],
  [queries, "${column(a, 'company_id')} = ${companyOf(viewer)}\n          and", ''],
  [queries, " or ${column(a, 'by_rivc')}", ''],
  [queries, "(${column(r, 'is_visible_for_client')} or", '(true or'],
  [queries, ' or ${viewer.sees_hidden === true}', ''],
  [
    queries,
    "where open.publication_id = ${column(p, 'id')} and open.idcomp = ${companyOf(viewer)}",
    "where open.publication_id = ${column(p, 'id')}",
  ],
  [queries, ' and living.deleted_at is null)`', ')`'],
  [
    queries,
    "where open.publication_release_id = ${column(item, 'id')} and open.idcomp = ${companyOf(viewer)}",
    "where open.publication_release_id = ${column(item, 'id')}",
  ],
  [queries, "${column(f, 'uploaded_by')} = ${person.id} or ", ''],
  [
    queries,
    "where open.file_id = ${column(f, 'id')} and open.idcomp = ${companyOf(person)}",
    "where open.file_id = ${column(f, 'id')}",
  ],
  [queries, 'viewer.can_enter_registry\n      ? forClient', 'true\n      ? forClient'],
  [queries, "() => sql`${column(e, 'idcomp')} = ${companyOf(viewer)}`", '() => sql`true`'],
  [queries, 'viewer.isRivc ? entered : sql', 'true ? entered : sql'],
  [queries, "${column(t, 'entity')} <> 'registry_entry'", 'true'],
  ...['request', 'release', 'agreement', 'publication', 'registry_entry'].map((kind) => [
    queries,
    "new Set(['request', 'release', 'agreement', 'publication', 'registry_entry'])",
    `new Set(['request', 'release', 'agreement', 'publication', 'registry_entry'].filter((kind) => kind !== '${kind}'))`,
  ]),
  [policy, 'is_visible_for_client ? companies : []', 'companies'],
  [policy, 'if (viewer.isRivc) return true', ''],
  [policy, 'viewer.sees_hidden ? release.companies : companiesKnowing(release)', 'companiesKnowing(release)'],
  [policy, 'viewer.sees_hidden ? release.companies : companiesKnowing(release)', 'release.companies'],
  [policy, "(entity !== 'registry_entry' || can_enter_registry) &&", ''],
  [policy, '(idcomp !== null && companies.includes(idcomp))', 'true'],
]

/** @returns {Promise<boolean>} whether the tests failed */
async function isNoticed(root, [file, from, to]) {
  const path = join(root, file)
  const text = await readFile(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`Not once in ${file}: ${from}`)
  await writeFile(
    path,
    text.replace(from, () => to),
  )
  try {
    return await run(join(project, 'node_modules/.bin/vitest'), ['run', '--project', 'server', TESTS], {
      cwd: root,
    }).then(
      () => false,
      ({ stdout = '' }) => {
        if (!/Tests .*failed/.test(stdout)) throw new Error(`The tests could not run without «${from}»:\n${stdout}`)
        return true
      },
    )
  } finally {
    await writeFile(path, text)
  }
}

const root = await mkdtemp(join(tmpdir(), 'vypusk-access-'))
const missed = []
try {
  for (const path of ['packages/contract', 'packages/server', 'scripts', 'package.json', 'vitest.config.ts']) {
    const isOurs = (source) => !source.includes('node_modules')
    await cp(join(project, path), join(root, path), { recursive: true, filter: isOurs })
  }
  for (const path of ['tsconfig.json', 'tsconfig.base.json']) await cp(join(project, path), join(root, path))
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
  await mkdir(join(root, '.cache'))
  for (const mutant of mutants) if (!(await isNoticed(root, mutant))) missed.push(mutant)
} finally {
  await rm(root, { recursive: true, force: true })
}

for (const [file, from, to] of missed) console.error(`Nobody noticed in ${file} that «${from}» became «${to}»`)
if (missed.length > 0) process.exitCode = 1
else console.log(`${mutants.length} conditions left out, all noticed`)
