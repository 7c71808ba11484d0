/**
 * Checks the tests of who may know of what: each condition of the views and of the room `access` is left out in
 * turn, in memory or in the database that the tests copy, and the room's tests must fail.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { createVitest } from 'vitest/node'

process.env.TZ = 'UTC'
const project = resolve(import.meta.dirname, '..')
const TESTS = 'packages/server/src/domains/access/*.test.ts'

const views = 'packages/server/migrations/0056_access_views.sql'
const agreements = 'packages/server/migrations/0310_agreements_once_heard.sql'
const things = 'packages/server/migrations/0280_where_clients_read_agreements.sql'
const packages = 'packages/server/migrations/0091_packages.sql'
const openFiles = 'packages/server/migrations/0270_former_company_of_requests.sql'
const handedOver = 'packages/server/migrations/0005_open_publications.sql'
const queries = 'packages/server/src/domains/access/queries.ts'
const policy = 'packages/server/src/domains/access/policy.ts'

/** [file, the condition, the text without it]; each condition occurs once in its file. */
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
  [agreements, 'where agreement.deleted_at is null\n  and release', 'where release'],
  [agreements, '  and release.deleted_at is null\n  and (release', '  and (release'],
  [agreements, '(release.is_visible_for_client or agreement', '(true or agreement'],
  [agreements, '(release.is_visible_for_client or agreement', '(agreement'],
  [agreements, ' or agreement.by_rivc\n', '\n'],
  [agreements, ' or agreement.heard_at is not null', ''],
  [agreements, ' or agreement.withdrawn_at is not null', ''],
  [views, 'from registry_entries as entry\nwhere entry.deleted_at is null', 'from registry_entries as entry'],
  [things, 'from requests as q\nwhere q.deleted_at is null', 'from requests as q'],
  [things, 'from releases as r\nwhere r.deleted_at is null', 'from releases as r'],
  [things, 'r.id = a.release_id and r.deleted_at is null', 'r.id = a.release_id'],
  [things, 'where a.deleted_at is null', ''],
  [things, 'where p.deleted_at is null', ''],
  [things, 'where e.deleted_at is null', ''],
  ...Object.entries({ open_agreements: '', open_requests: ' and entry.id > thread.former_entry_id' }).flatMap(
    ([open, theirs]) => {
      const said = (conditions) =>
        `join entries as entry on entry.id = said.entry_id${conditions}
join threads as thread on thread.id = entry.thread_id${theirs}
join ${open}`
      const whole = said(' and not entry.internal and entry.withdrawn_at is null')
      return [
        [openFiles, whole, said(' and entry.withdrawn_at is null')],
        [openFiles, whole, said(' and not entry.internal')],
      ]
    },
  ),
  [openFiles, ' and entry.id > thread.former_entry_id', ''],
  [packages, 'where not item.has_packages\n  or exists', 'where true\n  or exists'],
  [packages, 'where not item.has_packages\n  or exists', 'where exists'],
  [
    packages,
    'own.publication_release_id = item.id and own.idcomp = customer.idcomp and',
    'own.idcomp = customer.idcomp and',
  ],
  [
    packages,
    'own.publication_release_id = item.id and own.idcomp = customer.idcomp and',
    'own.publication_release_id = item.id and',
  ],
  [packages, ' and own.file_id = linked.file_id', ''],
  [openFiles, ' and open.idcomp = handed.idcomp', ''],
  [openFiles, ' and publication.withdrawn_at is null', ''],
  [queries, 'package.publication_release_id = ${sql.ref(item)} and', ''],
  [queries, '${sql.ref(item)} and package.file_id = ${sql.ref(file)}', '${sql.ref(item)}'],
  [queries, '\n            and package.idcomp = ${companyOf(viewer)}', ''],
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
  [queries, ' or ${isHeard(a)}', ''],
  [queries, "${column(agreement, 'by_rivc')} or ", ''],
  [queries, "${column(agreement, 'heard_at')} is not null\n    or ", ''],
  [queries, "\n    or ${column(agreement, 'withdrawn_at')} is not null", ''],
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
  [queries, "(${column(u, 'isRivc')} or ${column(u, 'idcomp')} = ${companyOf(viewer)})", 'true'],
  [queries, "${column(u, 'isRivc')} or ", ''],
  [queries, " or ${column(u, 'idcomp')} = ${companyOf(viewer)}", ''],
  [queries, "or ${column(f, 'uploaded_by')} = ${person.id} and", 'or false and'],
  [queries, "or ${column(f, 'uploaded_by')} = ${person.id} and", 'or'],
  [queries, 'where place.file_id =', 'where -1 ='],
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

const texts = new Map()
for (const [file] of mutants) texts.set(file, await readFile(join(project, file), 'utf8'))

function without([file, from, to], text = texts.get(file)) {
  if (text.split(from).length !== 2) throw new Error(`Not once in ${file}: ${from}`)
  return text.replace(from, () => to)
}

/** The mutant currently planted in the modules. */
let planted

/** Vite plugin that replaces the module's text by the mutant's. */
const planting = {
  name: 'planted-mutant',
  enforce: 'pre',
  transform: (text, id) => (planted && id === join(project, planted[0]) ? without(planted, text) : undefined),
}

const vitest = await createVitest(
  'test',
  {
    config: false,
    root: project,
    watch: false,
    include: [TESTS],
    globalSetup: ['scripts/testing/vitest-guard.mjs', 'packages/server/src/testing/global-setup.ts'],
    reporters: [{}],
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
  { plugins: [planting] },
)

/** Fails if a later migration creates the view again: the mutant has to be planted there. */
async function checkLast(file, statement) {
  const [, name] = /view (\w+) as/.exec(statement)
  const folder = dirname(join(project, file))
  const later = (await readdir(folder)).filter((one) => one.endsWith('.sql') && one > basename(file))
  for (const one of later) {
    const text = await readFile(join(folder, one), 'utf8')
    if (text.includes(`view ${name} as`)) throw new Error(`${name} of ${file} is recreated by ${one}`)
  }
}

/** Returns the statement of a migration that contains the condition, as it is and without the condition. */
async function statementsOf([file, from, to]) {
  const statement = texts
    .get(file)
    .split(/;$/m)
    .find((one) => one.includes(from))
  await checkLast(file, statement)
  const view = (text) => text.replace(/create (or replace )?view/, 'create or replace view')
  return { whole: view(statement), mutant: view(without([file, from, to], statement)) }
}

/** Runs `within` while the tests' template database has the mutant. */
async function inTemplate(mutant, within) {
  const { config, template } = vitest.projects[0].getProvidedContext().databaseServer
  const statements = await statementsOf(mutant)
  const execute = async (text) => {
    const client = new pg.Client({ ...config, database: template })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await execute(statements.mutant)
  try {
    return await within()
  } finally {
    await execute(statements.whole)
  }
}

/** @returns {Promise<boolean>} whether every test passed */
async function pass() {
  const specifications = await vitest.globTestSpecifications()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const broken = [...unhandledErrors, ...testModules.flatMap((module) => module.errors())]
  if (broken.length > 0 || testModules.length === 0) throw new Error('The tests could not run', { cause: broken })
  return testModules.every((module) => module.ok())
}

/** @returns {Promise<boolean>} whether the tests failed */
async function isNoticed(mutant) {
  const [file] = mutant
  if (file.endsWith('.sql')) return inTemplate(mutant, async () => !(await pass()))
  planted = mutant
  vitest.invalidateFile(join(project, file))
  try {
    return !(await pass())
  } finally {
    planted = undefined
    vitest.invalidateFile(join(project, file))
  }
}

const missed = []
try {
  await vitest.standalone()
  if (!(await pass())) throw new Error('The tests fail without any mutant')
  for (const mutant of mutants) if (!(await isNoticed(mutant))) missed.push(mutant)
} finally {
  await vitest.close()
}

for (const [file, from, to] of missed) console.error(`Nobody noticed in ${file} that «${from}» became «${to}»`)
// The failing tests, which are expected here, have set it.
process.exitCode = missed.length > 0 ? 1 : 0
if (missed.length === 0) console.log(`${mutants.length} conditions left out, all noticed`)
