import { parseSync } from 'vite'
import type { Plugin } from 'vite'

/**
 * Strips the contract down to what the browser needs: the method and path of each endpoint, and the types. Validating
 * requests and replies is left to the server, so the schemas are dropped together with zod, which makes up a quarter of
 * the code of the first screen.
 */

/** The properties of an endpoint that the browser reads. */
const KEPT = new Set(['method', 'path', 'reads', 'creates'])

interface Node {
  type: string
  start: number
  end: number
}
interface Call extends Node {
  callee: Node & { name?: string }
  arguments: readonly (Node & { properties?: readonly Property[] })[]
}
interface Property extends Node {
  key?: { name?: string }
}
interface Declaration extends Node {
  declarations?: readonly (Node & { init?: Node | null })[]
}
interface Piece {
  start: number
  end: number
  text: string
}

/** Expressions that a bundler drops by itself when they are unused. */
const PLAIN = new Set([
  'Literal',
  'TemplateLiteral',
  'UnaryExpression',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'ArrayExpression',
])

const isEndpoint = (node: Node): node is Call =>
  node.type === 'CallExpression' && (node as Call).callee.name === 'endpoint'

/**
 * `endpoint({…})` with only the properties the browser needs.
 * @throws when the method or path is not written out literally, because properties that are spread into the endpoint
 *   are lost
 */
function shortened({ arguments: [argument], start, end }: Call, code: string): string {
  const kept = (argument?.properties ?? []).filter(({ key }) => KEPT.has(key?.name ?? ''))
  const named = new Set(kept.map(({ key }) => key?.name))
  if (!named.has('method') || !named.has('path'))
    throw new Error(`An endpoint says its method and path in its own words: ${code.slice(start, end)}`)
  return `({ ${kept.map((one) => code.slice(one.start, one.end)).join(', ')} })`
}

/** Wraps a value that is computed when the module loads, so that the bundler can drop it when it is unused. */
const droppable = (text: string) => `/* @__PURE__ */ (() => (${text}))()`

/** The expression before `as const` or `satisfies`. */
const untyped = (node: Node): Node =>
  node.type.startsWith('TS') ? (node as Node & { expression: Node }).expression : node

/** The text that replaces a value, or undefined when the value can stay. */
function replaced(init: Node, code: string): string | undefined {
  if (isEndpoint(init)) return shortened(init, code)
  return PLAIN.has(untyped(init).type) ? undefined : droppable(code.slice(init.start, init.end))
}

const declared = (node: Node): Declaration =>
  (node.type === 'ExportNamedDeclaration' && (node as Node & { declaration?: Declaration }).declaration) || node

/** The module with each piece replaced. The pieces have to be in the order of their positions. */
function pieced(code: string, pieces: readonly Piece[]): string {
  let [out, at] = ['', 0]
  for (const { start, end, text } of pieces) {
    out += code.slice(at, start) + text
    at = end
  }
  return out + code.slice(at)
}

/**
 * Strips a module of the contract.
 * @param code the source of the module
 * @returns the source with endpoints reduced to the properties that are kept, and with values that can be dropped
 */
export function withoutSchemas(code: string): string {
  const { body } = parseSync('contract.ts', code).program as { body: readonly Node[] }
  const inits = body.flatMap((node) => declared(node).declarations ?? []).flatMap(({ init }) => init ?? [])
  const pieces = inits.flatMap((init): Piece[] => {
    const text = replaced(init, code)
    return text === undefined ? [] : [{ start: init.start, end: init.end, text }]
  })
  return pieced(code, pieces)
}

const ZOD = /node_modules\/zod\//

/**
 * Strips the contract, in builds only: during development and in tests it stays whole.
 * @throws when a screen uses a schema all the same, because the schema library would come with it: it is a quarter of
 *   the first screen, and looks whether it may compile code, which the pages' security policy forbids
 */
export const contractWithoutSchemas = (): Plugin => ({
  name: 'contract-without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/.*\.ts$/ },
    handler: (code) => ({ code: withoutSchemas(code), map: null }),
  },
  generateBundle(_options, bundle) {
    const withZod = Object.values(bundle).find(
      (file) =>
        file.type === 'chunk' &&
        Object.entries(file.modules).some(([id, { renderedLength }]) => ZOD.test(id) && renderedLength > 0),
    )
    if (withZod) this.error(`A screen uses a schema of the contract while it runs: zod is in ${withZod.fileName}`)
  },
})
