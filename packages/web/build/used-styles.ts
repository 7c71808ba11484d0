import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import postcss from 'postcss'
import type { Plugin } from 'vite'

/**
 * Of Mantine's styles travel those of the components that are used here. Each component knows its own by classes that are
 * found nowhere else (`m_77c9d27d`); which components there are is read off what our screens import.
 */

const SOURCES = join(import.meta.dirname, '../src')
const MANTINE = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css')), '..')
const CORE = join(MANTINE, 'core/esm')
/** What is made of Mantine's components itself. */
const ABOVE = ['dates', 'dropzone', 'modals', 'notifications', 'tiptap']

const CLASS = /\bm_[0-9a-f]{4,8}\b/g
const NAMED = /import \{([^}]*)\} from ["']([^"']+)["']/g

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

/** What a module imports by name from a place: its own names and theirs. */
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

/** Where each thing that Mantine exports is made. */
function makers(): Map<string, string> {
  const index = importsOf(readFileSync(join(CORE, 'index.mjs'), 'utf8')).filter(({ from }) => from.startsWith('.'))
  return new Map(
    index.flatMap(({ names, from }) =>
      names.map((name): [string, string] => [name.split(' as ').at(-1) ?? name, join(CORE, from)]),
    ),
  )
}

/** The classes of these modules and of all they are made of. */
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

/** @returns the classes of every component that is used here */
export function usedClasses(): Set<string> {
  const above = ABOVE.flatMap((name) => filesIn(join(MANTINE, name, 'esm'), /\.mjs$/))
  const made = makers()
  const names = [...filesIn(SOURCES, /\.tsx?$/), ...above].flatMap(fromCore)
  const classes = classesOf(names.flatMap((name) => made.get(name) ?? []))
  for (const found of above.join('\n').match(CLASS) ?? []) classes.add(found)
  return classes
}

/** What stands in brackets only narrows. */
const outsideOfBrackets = (selector: string): string => {
  const shorter = selector.replace(/\([^()]*\)/g, '')
  return shorter === selector ? selector : outsideOfBrackets(shorter)
}

/** @returns the styles without those of classes that are not among `used` */
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

/** For builds alone. A class that is used after all and was taken out ends the build. */
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
