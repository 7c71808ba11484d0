/**
 * Rules that no published plugin knows. Of docs/architecture.md: time comes from the clock that is passed in,
 * and policy and rules hold no chance either. And a class that a component names stands in its module.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isNamed = (node, object, property) =>
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name === object &&
  node.callee.property.name === property

const ownClock = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) {
        context.report({ node, message: 'Time comes from the clock that is passed in: deps.clock.now()' })
      }
    },
    CallExpression(node) {
      if (isNamed(node, 'Date', 'now')) {
        context.report({ node, message: 'Time comes from the clock that is passed in: deps.clock.now()' })
      }
    },
  }),
}

/** The database's own clock is not the one that tests set. */
const sqlClock = {
  create: (context) => ({
    TemplateElement(node) {
      if (/\b(now\(\)|current_(date|time|timestamp)\b)/i.test(node.value.raw)) {
        context.report({
          node,
          message: 'Time comes from the clock that is passed in, also in SQL: momentOf(deps.clock)',
        })
      }
    },
  }),
}

const chance = {
  create: (context) => ({
    Identifier(node) {
      if (node.name.startsWith('random'))
        context.report({ node, message: 'policy and rules are pure: chance is passed in' })
    },
  }),
}

/** What comes from a style sheet is of no known shape: a misspelt class is `undefined`, and nobody notices. */
const styledClass = {
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

/** One change, one answer: whoever asks anew by hand asks for what the reply or the live event brings as well. */
const declaredChange = {
  create: (context) => ({
    MemberExpression(node) {
      if (node.property.name !== 'invalidateQueries') return
      context.report({ node, message: 'A change says what it makes old: useChange (packages/web/src/api/changes.ts)' })
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: {
    'own-clock': ownClock,
    'sql-clock': sqlClock,
    chance,
    'styled-class': styledClass,
    'declared-change': declaredChange,
  },
}
