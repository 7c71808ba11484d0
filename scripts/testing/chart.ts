import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'

/**
 * Renders the templates of a Helm chart, for the part of the language that ours use: values, `if`, `else`, `range` and
 * a few functions. Anything else in a template throws, so that nothing is silently skipped.
 */

type Scope = Record<string, unknown>
type Part = string | { words: string; parts: Part[]; other: Part[] }

const isEmpty = (value: unknown) =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0 && !(value instanceof Date))

const inText = (value: unknown): string => (value === null || value === undefined ? '' : `${value as string | number}`)
const indented = (text: string, by: number) => text.replaceAll(/^/gm, ' '.repeat(by))

const FUNCTIONS: Record<string, (...args: unknown[]) => unknown> = {
  quote: (value) => JSON.stringify(inText(value)),
  toYaml: (value) => stringify(value).trimEnd(),
  nindent: (by, text) => `\n${indented(inText(text), Number(by))}`,
  sha256sum: (text) => createHash('sha256').update(inText(text)).digest('hex'),
  default: (usual, value) => (isEmpty(value) ? usual : value),
  required: (sentence, value) => {
    if (isEmpty(value)) throw new Error(inText(sentence))
    return value
  },
}

function valueOf(word: string, scope: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  const [first = '', ...path] = word.startsWith('$') ? word.split('.') : ['.', ...word.slice(1).split('.')]
  if (!word.startsWith('$') && !word.startsWith('.')) throw new Error(`unknown: ${word}`)
  const root = first === '.' ? scope : scope[first]
  return path.reduce<unknown>((whole, name) => (whole as Scope | undefined)?.[name], root)
}

/** Evaluates a pipeline such as `a | f 1 | g`: the previous value is the last argument of the next function. */
function evaluated(words: string, scope: Scope): unknown {
  let piped: unknown[] = []
  for (const step of words.split(' | ')) {
    const [name = '', ...rest] = step.match(/"(?:\\.|[^"\\])*"|\S+/g) ?? []
    const run = FUNCTIONS[name]
    const args = rest.map((word) => valueOf(word, scope)).concat(piped)
    piped = [run ? run(...args) : valueOf(name, scope)]
  }
  return piped[0]
}

const BLOCK = /^(if|range) /

/** Parses a template into texts and tags; a dash in a tag removes the white space beside it. */
function parsed(text: string): Part[] {
  const pieces = text
    .replaceAll(/\s*\{\{-/g, '{{')
    .replaceAll(/-\}\}\s*/g, '}}')
    .split(/\{\{\s*(.*?)\s*\}\}/)
  const root = { words: '', parts: [] as Part[], other: [] as Part[] }
  const open = [{ block: root, into: root.parts }]
  for (const [n, piece] of pieces.entries()) {
    const top = open.at(-1)
    if (!top) throw new Error('an end too many')
    if (n % 2 === 0) top.into.push(piece)
    else if (piece === 'end') open.pop()
    else if (piece === 'else') top.into = top.block.other
    else {
      const block = { words: piece, parts: [] as Part[], other: [] as Part[] }
      top.into.push(block)
      if (BLOCK.test(piece)) open.push({ block, into: block.parts })
    }
  }
  if (open.length !== 1) throw new Error('a block is not ended')
  return root.parts
}

function filled(parts: Part[], scope: Scope): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const [, key = '', value = '', list = ''] = /^range (\$\w+), (\$\w+) := (\S+)$/.exec(part.words) ?? []
    if (key) {
      const entries = Object.entries((valueOf(list, scope) ?? {}) as Scope)
      return entries.map(([name, each]) => filled(part.parts, { ...scope, [key]: name, [value]: each })).join('')
    }
    if (!part.words.startsWith('if ')) return inText(evaluated(part.words, scope))
    return filled(isEmpty(evaluated(part.words.slice(3), scope)) ? part.other : part.parts, scope)
  })
  return texts.join('')
}

const merged = (usual: Scope, own: Scope): Scope =>
  Object.fromEntries(
    Object.entries({ ...usual, ...own }).map(([name, value]) => {
      const before = usual[name]
      const isMap = [before, value].every((one) => one && typeof one === 'object' && !Array.isArray(one))
      return [name, isMap ? merged(before as Scope, value as Scope) : value]
    }),
  )

/** A Kubernetes resource, with the parts that tests read. */
// oxlint-disable-next-line typescript/no-explicit-any -- each kind has its own spec; a wrong property fails the test
export type Resource = { kind: string; metadata: { name: string }; spec: any; data: Record<string, string> }

/** Returns what `helm template NAME folder` generates. */
export function chartResources(folder: string, name: string, own: Scope): Resource[] {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const { appVersion } = parse(read('Chart.yaml')) as { appVersion: string }
  const values = merged(parse(read('values.yaml')) as Scope, own)
  const scope = { Values: values, Release: { Name: name }, Chart: { AppVersion: appVersion } }
  return readdirSync(join(folder, 'templates')).flatMap((file) =>
    parseAllDocuments(filled(parsed(read(`templates/${file}`)), scope)).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`)
      return document.contents === null ? [] : [document.toJS() as Resource]
    }),
  )
}
