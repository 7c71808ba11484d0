/** The project's own lint rules about what runs in a browser (house-rules.mjs). */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Checks that a class exists in the style sheet: the import is not typed, so a misspelt class would silently be
 * `undefined`.
 */
export const styledClass = {
  create: (context) => {
    const sheets = new Map()
    return {
      ImportDeclaration({ source, specifiers }) {
        const [name] = specifiers
        if (!name || !source.value.endsWith('.module.css')) return
        sheets.set(name.local.name, readFileSync(join(dirname(context.filename), source.value), 'utf8'))
      },
      MemberExpression(node) {
        const sheet = node.computed ? undefined : sheets.get(node.object.name)
        if (sheet === undefined || new RegExp(`\\.${node.property.name}(?![\\w-])`).test(sheet)) return
        context.report({ node, message: `The style sheet has no class ${node.property.name}` })
      },
    }
  },
}

/**
 * Forbids iterating over a stream: Safari has streams, but not their iterators. TypeScript's types of the DOM are those
 * of the newest browsers.
 */
export const iteratedStream = {
  create: (context) => ({
    ForOfStatement: (node) =>
      node.await && context.report({ node, message: 'Safari cannot iterate over a stream: read it by pipeTo' }),
  }),
}
