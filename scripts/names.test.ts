import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Documents and comments name files, functions, tables and rules; what they name has to be there. */

const project = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const OUT = /(^|\/)(node_modules|dist)(\/|$)/
const all = [
  ...globSync('{bench,deploy,docs,e2e,packages,prove,scripts}/**', { cwd: project }),
  ...globSync('{*,.*}', { cwd: project }),
].filter((path) => !OUT.test(path))
const documents = all.filter((path) =>
  /^(docs|bench\/README|CONTRIBUTING|README|SECURITY|packages\/web\/README)\b.*\.md$/.test(path),
)
const files = all.filter((path) => /\.(ts|tsx|mjs|cjs|js|sql|css|json|yaml|conf|ini|cfg|service|env)$/.test(path))
const sources = [
  ...files.filter((path) => !/package-lock[.]json$|^packages\/server\/releases/.test(path)),
  'Dockerfile',
  'deploy/Caddyfile',
].filter((path) => path !== 'scripts/names.test.ts')
const texts = new Map([...documents, ...sources].map((path) => [path, read(path)]))

/** Every path and the ends of it, with and without `src`: documents often leave out the beginning. */
const ends = new Set(
  all.flatMap((path) =>
    [path, path.replace('/src/', '/')].flatMap((each) => {
      const parts = each.split('/')
      return parts.map((_, from) => parts.slice(from).join('/'))
    }),
  ),
)
const words = new Set(sources.flatMap((path) => texts.get(path)!.match(/[A-Za-z_$][\w$]*/g) ?? []))
const rules = new Set(texts.get('scripts/lint/house-rules.mjs')!.match(/[a-z]+(-[a-z]+)+/g))

/** Names of other programs, and what a decision names because it was rejected. */
const ELSEWHERE = new Set(['pg_dump', 'pg_rewind', 'objectId', 'snake_case', 'is_paid', 'outputSchema'])

const FILE = /^[\w./-]+\.(ts|tsx|mjs|cjs|sql|css)$|^(packages|prove|e2e|scripts|docs|bench|deploy)\/[\w./-]+$/
const RULE = /^house\/([\w-]+)$/
/** `camelCase`, `snake_case` and calls, the last part of `object.method`. */
const NAME = /^(?:\w+\.)?([A-Za-z_$]*[a-z](?:[A-Z]|_[a-z])[\w$]*)(?:\(.*\))?$/

function isThere(named: string): boolean {
  if (FILE.test(named)) return named === '.ts' || ends.has(named.replace(/\/$/, ''))
  const rule = RULE.exec(named)?.[1]
  if (rule !== undefined) return rules.has(rule)
  const name = NAME.exec(named)?.[1]
  return name === undefined || words.has(name) || ELSEWHERE.has(name)
}

const namedIn = (path: string) =>
  [
    ...texts
      .get(path)!
      .replaceAll(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, named = '']) => named)

test('what the documents name is there', () => {
  expect(documents.length).toBeGreaterThan(100)
  const gone = documents.flatMap((path) =>
    namedIn(path).flatMap((named) => (isThere(named) ? [] : [`${path}: ${named}`])),
  )
  expect(gone).toEqual([])
})

test('the recipes name places by their whole paths', () => {
  const paths = namedIn('docs/recipes.md').filter((named) => /^(packages|prove|e2e|scripts|docs)\//.test(named))
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(join(project, path)))).toEqual([])
})

test('documents, decisions and files named in comments and by files of deploy are there', () => {
  const decisions = new Set(all.flatMap((path) => /^docs\/decisions\/(\d{4})/.exec(path)?.[1] ?? []))
  const gone = [...texts].flatMap(([path, text]) =>
    [
      ...[...text.matchAll(/decisions?\/(\d{4})\b/g)].filter(([, number = '']) => !decisions.has(number)),
      ...[...text.matchAll(/\b(docs\/[\w./-]+\.md)\b/g)].filter(([, page = '']) => !existsSync(join(project, page))),
      ...[...text.matchAll(/\(([\w./-]+\.(?:ts|tsx|mjs))\)/g)].filter(([, file = '']) => !ends.has(file)),
    ].map(([named]) => `${path}: ${named}`),
  )
  expect(gone).toEqual([])
})

test('what the recipes say of a file is in it', () => {
  const rows = [...texts.get('docs/recipes.md')!.matchAll(/^\| `([^`]+\.tsx?)` \| ([^|]*) \|/gm)]
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows.flatMap(([, path = '', what = '']) =>
    [...what.matchAll(/`(\w+)`/g)].flatMap(([, name = '']) =>
      new RegExp(String.raw`\b${name}\b`).test(texts.get(path)!) ? [] : [`${path}: ${name}`],
    ),
  )
  expect(missing).toEqual([])
})
