import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rule's name in reports, like the names of the rules in .dependency-cruiser.cjs. */
export const MIGRATION_SCHEMA = 'migration-schema'

const folder = 'packages/server/migrations'
const withoutComments = (sql) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')

/**
 * Finds migrations that name the schema `public`. They must not, because a restore creates its tables in another
 * schema, beside the one in use.
 * @param {string} root
 * @returns {string[]} the files that name it
 */
export const migrationsNamingPublic = (root) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}/${name}`)
    .filter((path) => /"?\bpublic\b"?\s*\./i.test(withoutComments(readFileSync(join(root, path), 'utf8'))))
