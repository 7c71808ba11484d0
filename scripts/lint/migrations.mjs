import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The name under which a violation is told, as the rules of .dependency-cruiser.cjs have theirs. */
export const MIGRATION_SCHEMA = 'migration-schema'

const folder = 'packages/server/migrations'
const withoutComments = (sql) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')

/**
 * Migrations name no schema `public`: a restore makes its tables in another one, beside those that people work with.
 * @param {string} root
 * @returns {string[]} files that do
 */
export const migrationsNamingPublic = (root) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}/${name}`)
    .filter((path) => /"?\bpublic\b"?\s*\./i.test(withoutComments(readFileSync(join(root, path), 'utf8'))))
