import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { projectRoot } from '../../packages/server/src/platform/runtime/places.ts'

/**
 * Rules of squawk not used: the migrator sets timeouts (`platform/database/migrate.ts`), and we choose number types
 * (docs/decisions/0057).
 */
const NOT_ASKED = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-text-field',
  'prefer-robust-stmts',
]
/** Runs squawk and returns its output; it reports violations with a non-zero exit code, which is no error here. */
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

/** Removes statements that rewrite a small table at once, or drop a view that no release had, and give a reason for it. */
const explained = (sql: string) => sql.replaceAll(/^-- Reason: \S.*\n(?:update|delete|drop view)\b[^;]*;/gim, '')

/** Finds faults that squawk does not know. */
function ownFaults(sql: string): string[] {
  const unexplained = withoutComments(explained(sql))
  const made = new Set([...withoutComments(sql).matchAll(/create table (\w+)/gi)].map(([, table]) => table))
  const rewritten = unexplained
    .split(';')
    .flatMap((one) => /^\s*(?:update|delete\s+from)\s+(\w+)/i.exec(one)?.[1] ?? [])
    .filter((table) => !made.has(table))
  const isUnexplained = sql.includes('-- squawk-ignore') && !EXCUSED.test(sql)
  return [
    ...rewritten.map((table) => `rewriting-at-once ${table}`),
    ...(/\bdrop\s+(view|function|type)\b/i.test(unexplained) ? ['dropping what the last release may ask'] : []),
    ...(isUnexplained ? ['no reason for what is ignored'] : []),
  ]
}

/**
 * Finds whatever in migrations would keep people waiting, or would break processes of the last release that still run
 * meanwhile.
 * @returns «file: rule …» for each fault
 */
export async function faultsOf(paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const reported = [...(await squawk(paths)).matchAll(/^(.+?):\d+:\d+: \w+: (.*)$/gm)]
  const own = paths.map(async (path) => {
    const sql = await readFile(path, 'utf8')
    // An exception made for squawk also applies to our own rules.
    const faults = ownFaults(sql).filter((fault) => fault.startsWith('no reason') || !EXCUSED.test(sql))
    return faults.map((fault) => `${basename(path)}: ${fault}`)
  })
  return [...reported.map(([, path = '', what]) => `${basename(path)}: ${what}`), ...(await Promise.all(own)).flat()]
}
