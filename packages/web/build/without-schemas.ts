import { parseSync } from 'vite'
import type { Plugin } from 'vite'

/**
 * The browser needs of the contract where a call goes and how, and its types; what may be sent and comes back is the
 * server's to judge. Schemas therefore stay behind, and zod with them: a quarter of the code that the first screen fetches.
 */

/** What the browser reads of an endpoint. */
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

/** What a bundler drops by itself when nobody uses it. */
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
 * `endpoint({…})` as the browser needs it.
 * @throws where its way is not written in it: what is spread into it stays behind
 */
function shortened({ arguments: [argument], start, end }: Call, code: string): string {
  const kept = (argument?.properties ?? []).filter(({ key }) => KEPT.has(key?.name ?? ''))
  const named = new Set(kept.map(({ key }) => key?.name))
  if (!named.has('method') || !named.has('path'))
    throw new Error(`An endpoint says its method and path in its own words: ${code.slice(start, end)}`)
  return `({ ${kept.map((one) => code.slice(one.start, one.end)).join(', ')} })`
}

/** A value that is worked out when the module starts, written so that it goes where nobody uses it. */
const droppable = (text: string) => `/* @__PURE__ */ (() => (${text}))()`

/** What is written before `as const` or `satisfies`. */
const untyped = (node: Node): Node =>
  node.type.startsWith('TS') ? (node as Node & { expression: Node }).expression : node

/** What stands in the place of a value, or nothing where it can stay. */
function replaced(init: Node, code: string): string | undefined {
  if (isEndpoint(init)) return shortened(init, code)
  return PLAIN.has(untyped(init).type) ? undefined : droppable(code.slice(init.start, init.end))
}

const declared = (node: Node): Declaration =>
  (node.type === 'ExportNamedDeclaration' && (node as Node & { declaration?: Declaration }).declaration) || node

/** The module with each piece replaced; they stand in their order. */
function pieced(code: string, pieces: readonly Piece[]): string {
  let [out, at] = ['', 0]
  for (const { start, end, text } of pieces) {
    out += code.slice(at, start) + text
    at = end
  }
  return out + code.slice(at)
}

/** @param code a module of the contract @returns the same with endpoints cut to what is kept, and values that can be dropped */
export function withoutSchemas(code: string): string {
  const { body } = parseSync('contract.ts', code).program as { body: readonly Node[] }
  const inits = body.flatMap((node) => declared(node).declarations ?? []).flatMap(({ init }) => init ?? [])
  const pieces = inits.flatMap((init): Piece[] => {
    const text = replaced(init, code)
    return text === undefined ? [] : [{ start: init.start, end: init.end, text }]
  })
  return pieced(code, pieces)
}

/** For builds alone: while developing and in tests the contract is whole. */
export const contractWithoutSchemas = (): Plugin => ({
  name: 'contract-without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/.*\.ts$/ },
    handler: (code) => ({ code: withoutSchemas(code), map: null }),
  },
})
