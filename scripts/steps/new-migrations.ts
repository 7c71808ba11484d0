import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { projectRoot } from '../../packages/server/src/platform/places.ts'

/** Waiting in line is the migrator's (`platform/migrate.ts`), and how large numbers are is ours (docs/decisions/0057). */
const NOT_ASKED = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-text-field',
  'prefer-robust-stmts',
]
/** It says so by its exit code and on its output; nothing else is of interest. */
const squawk = (paths: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const args = ['--assume-in-transaction', '--reporter', 'gcc', `--exclude=${NOT_ASKED.join()}`, ...paths]
    execFile(join(projectRoot, 'node_modules/.bin/squawk'), args, (error, stdout) => {
      if (error && typeof error.code === 'string') reject(error)
      else resolve(stdout)
    })
  })

const withoutComments = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const EXCUSED = /^-- Reason: \S.*\n(?:--.*\n)*-- squawk-ignore /m

/** A table of a few rows may be written at once, where it is said why that is so. */
const explained = (sql: string) => sql.replaceAll(/^-- Reason: \S.*\n(?:update|delete)\b[^;]*;/gim, '')

/** What squawk does not know. */
function ownFaults(sql: string): string[] {
  const statements = withoutComments(explained(sql)).split(';')
  const made = new Set([...withoutComments(sql).matchAll(/create table (\w+)/gi)].map(([, table]) => table))
  const rewritten = statements
    .flatMap((one) => /^\s*(?:update|delete\s+from)\s+(\w+)/i.exec(one)?.[1] ?? [])
    .filter((table) => !made.has(table))
  const isUnexplained = sql.includes('-- squawk-ignore') && !EXCUSED.test(sql)
  return [
    ...rewritten.map((table) => `rewriting-at-once ${table}`),
    ...(/\bdrop\s+(view|function|type)\b/i.test(withoutComments(sql))
      ? ['dropping what the last release may ask']
      : []),
    ...(isUnexplained ? ['no reason for what is ignored'] : []),
  ]
}

/**
 * What in migrations would keep people waiting, or would fail the processes of the last release that still run beside.
 * @returns «file: rule …», one a fault
 */
export async function faultsOf(paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const told = [...(await squawk(paths)).matchAll(/^(.+?):\d+:\d+: \w+: (.*)$/gm)]
  const own = paths.map(async (path) => {
    const sql = await readFile(path, 'utf8')
    // An excuse given for squawk is one for us.
    const faults = ownFaults(sql).filter((fault) => fault.startsWith('no reason') || !EXCUSED.test(sql))
    return faults.map((fault) => `${basename(path)}: ${fault}`)
  })
  return [...told.map(([, path = '', what]) => `${basename(path)}: ${what}`), ...(await Promise.all(own)).flat()]
}
