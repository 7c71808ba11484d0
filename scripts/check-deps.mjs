/**
 * Checks the rules of .dependency-cruiser.cjs, and those for migrations and style sheets. Prints every violation and
 * exits with 1 if there is one. `--root <folder>` checks another tree than this one.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import swc from '@swc/core'
import { MIGRATION_SCHEMA, migrationsNamingPublic } from './lint/migrations.mjs'
import { STYLE_TOKENS, styleFaults } from './lint/styles.mjs'

// dependency-cruiser 17 parses every file without JSX and stops at the first tag it meets.
const parse = swc.parseFileSync
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('x') })
const { cruise } = await import('dependency-cruiser')
const { default: config } = await import('../.dependency-cruiser.cjs')

const { values } = parseArgs({ options: { root: { type: 'string', default: '.' } } })
const baseDir = resolve(values.root)
const folders = ['packages/contract/src', 'packages/server/src', 'packages/web/src', 'e2e', 'bench', 'prove', 'scripts']
const { output } = await cruise(
  folders.filter((folder) => existsSync(resolve(baseDir, folder))),
  { ...config.options, baseDir, validate: true, ruleSet: { forbidden: config.forbidden } },
  config.options.enhancedResolveOptions,
)
const { violations, totalCruised, totalDependenciesCruised } = output.summary

for (const { rule, from, to, cycle } of violations) {
  const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to
  console.error(`${rule.name}: ${from} → ${path}`)
}
const faults = [
  ...migrationsNamingPublic(baseDir).map((path) => `${MIGRATION_SCHEMA}: ${path} names the schema public`),
  ...styleFaults(baseDir).map((fault) => `${STYLE_TOKENS}: ${fault}`),
]
for (const fault of faults) console.error(fault)

// A tool that could not read the files would find no violations.
if (totalCruised === 0 || totalDependenciesCruised === 0) {
  console.error('No module was read: the check itself does not work')
  process.exitCode = 1
}
if (violations.length + faults.length > 0) process.exitCode = 1
else console.log(`${totalCruised} modules, ${totalDependenciesCruised} imports, no violations`)
