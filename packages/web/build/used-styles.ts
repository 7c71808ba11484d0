import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import postcss from 'postcss'
import type { Plugin } from 'vite'

/**
 * Keeps only the styles of the Mantine components that are used. Each component's styles have class names of their own
 * (`m_77c9d27d`); the components in use are found from the imports of our source files.
 */

const SOURCES = join(import.meta.dirname, '../src')
const MANTINE = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css')), '..')
const CORE = join(MANTINE, 'core/esm')
/** Mantine packages that are built from Mantine's core components themselves. */
const ABOVE = ['dates', 'dropzone', 'modals', 'notifications', 'tiptap']

const CLASS = /\bm_[0-9a-f]{4,8}\b/g
const NAMED = /import \{([^}]*)\} from ["']([^"']+)["']/g

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

/** The named imports of a module, with the modules they come from. */
const importsOf = (code: string): { names: string[]; from: string }[] =>
  [...code.matchAll(NAMED)].map(([, names = '', from = '']) => ({
    names: names.split(',').map((name) => name.trim()),
    from,
  }))

const fromCore = (code: string): string[] =>
  importsOf(code)
    .filter(({ from }) => from === '@mantine/core')
    .flatMap(({ names }) => names)
    .map((name) => name.split(' as ')[0] ?? name)

/** Maps each export of Mantine's core to the file that defines it. */
function makers(): Map<string, string> {
  const index = importsOf(readFileSync(join(CORE, 'index.mjs'), 'utf8')).filter(({ from }) => from.startsWith('.'))
  return new Map(
    index.flatMap(({ names, from }) =>
      names.map((name): [string, string] => [name.split(' as ').at(-1) ?? name, join(CORE, from)]),
    ),
  )
}

/** The classes used by these modules and by everything they import. */
function classesOf(modules: readonly string[]): Set<string> {
  const seen = new Set(modules)
  const classes = new Set<string>()
  for (const file of seen) {
    const code = readFileSync(file, 'utf8')
    for (const found of code.match(CLASS) ?? []) classes.add(found)
    for (const [, from = ''] of code.matchAll(/from "(\.[^"]+)"/g)) seen.add(join(dirname(file), from))
  }
  return classes
}

/** @returns the classes of every component that is used */
export function usedClasses(): Set<string> {
  const above = ABOVE.flatMap((name) => filesIn(join(MANTINE, name, 'esm'), /\.mjs$/))
  const made = makers()
  const names = [...filesIn(SOURCES, /\.tsx?$/), ...above].flatMap(fromCore)
  const classes = classesOf(names.flatMap((name) => made.get(name) ?? []))
  for (const found of above.join('\n').match(CLASS) ?? []) classes.add(found)
  return classes
}

/** Removes the parts in parentheses, such as `:not(…)`: they only narrow down what the selector matches. */
const outsideOfBrackets = (selector: string): string => {
  const shorter = selector.replace(/\([^()]*\)/g, '')
  return shorter === selector ? selector : outsideOfBrackets(shorter)
}

/** @returns the styles without the rules whose classes are not among `used` */
export function withoutUnused(styles: string, used: ReadonlySet<string>): string {
  const root = postcss.parse(styles)
  const isUsed = (selector: string) => (outsideOfBrackets(selector).match(CLASS) ?? []).every((name) => used.has(name))
  root.walkRules((rule) => {
    const kept = rule.selectors.filter(isUsed)
    if (kept.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
  return root.toString()
}

/** Removes unused Mantine styles, in builds only. If a class that was removed turns out to be used, the build fails. */
export const usedStyles = (): Plugin => {
  let used: ReadonlySet<string> = new Set()
  const left = new Set<string>()
  return {
    name: 'used-styles',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      used = usedClasses()
    },
    transform: {
      filter: { id: /@mantine\/core\/styles\.layer\.css$/ },
      handler: (styles) => {
        for (const name of styles.match(CLASS) ?? []) if (!used.has(name)) left.add(name)
        return { code: withoutUnused(styles, used), map: null }
      },
    },
    generateBundle(_options, bundle) {
      const code = Object.values(bundle).map((file) => (file.type === 'chunk' ? file.code : ''))
      const missing = (code.join('\n').match(CLASS) ?? []).filter((name) => left.has(name))
      if (missing.length > 0) throw new Error(`Styles that are used were left out: ${missing.join(', ')}`)
    },
  }
}
