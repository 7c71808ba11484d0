/**
 * Checks the lint rules: a small tree violates every rule of .dependency-cruiser.cjs and the project's own rules in
 * .oxlintrc.json, and each violation must be reported. A rule without a planted violation is a failure too.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import config from '../.dependency-cruiser.cjs'
import { MIGRATION_SCHEMA } from './lint/migrations.mjs'
import { STYLE_TOKENS } from './lint/styles.mjs'
import { lintPlants, plants } from './lint/plants.mjs'

const run = promisify(execFile)
const project = resolve(import.meta.dirname, '..')
const bin = (name) => join(project, 'node_modules/.bin', name)

/** Returns the output of a checker about the tree; the checker is expected to fail. */
async function saysOf(command, args, cwd) {
  return run(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 }).then(
    () => '',
    ({ stdout, stderr }) => stdout + stderr,
  )
}

async function plant(root, files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

const rules = [...config.forbidden.map(({ name }) => name), MIGRATION_SCHEMA, STYLE_TOKENS]
/** Some rules can be violated in several ways. */
const lintFiles = Object.entries(lintPlants).flatMap(([rule, files]) =>
  [files].flat().map((file) => ({ rule, ...file })),
)
const root = await mkdtemp(join(tmpdir(), 'vypusk-rules-'))
const missed = []
try {
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
  for (const path of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.base.json', 'scripts/lint']) {
    await cp(join(project, path), join(root, path), { recursive: true })
  }
  await plant(root, plants)
  await plant(root, Object.fromEntries(lintFiles.map(({ path, text }) => [path, text])))

  const dependencies = await saysOf('node', [join(project, 'scripts/check-deps.mjs'), '--root', root], project)
  const told = new Set(dependencies.split('\n').map((line) => line.split(':')[0]))
  missed.push(...rules.filter((name) => !told.has(name)))

  const lint = await saysOf(bin('oxlint'), ['--type-aware', '-f', 'json', 'packages'], root)
  const found = new Set(JSON.parse(lint).diagnostics.map(({ code, filename }) => `${code} ${filename}`))
  for (const { rule, path } of lintFiles) {
    if (!found.has(`${rule} ${path}`)) missed.push(`${rule} in ${path}`)
  }
} finally {
  await rm(root, { recursive: true, force: true })
}

if (missed.length > 0) {
  console.error(`Planted violations that nobody noticed: ${missed.join(', ')}`)
  process.exitCode = 1
} else {
  console.log(`${rules.length + lintFiles.length} planted violations, all noticed`)
}
