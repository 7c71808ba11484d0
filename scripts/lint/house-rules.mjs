/**
 * The project's own lint rules, which no published plugin has. From docs/architecture.md: time comes from the clock
 * that is passed in, policy and rules use no randomness, a room uses only its own tables. Those about the pages are in
 * page-rules.mjs.
 */
import { ownDay, ownToday } from './own-day.mjs'
import { iteratedStream, styledClass } from './page-rules.mjs'
import { ownerOf, whyNot } from './rooms.mjs'

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

/** Forbids the database's clock, which tests cannot set. */
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

/** Forbids invalidating queries by hand: it refetches what the reply or the live event brings anyway. */
const declaredChange = {
  create: (context) => ({
    MemberExpression(node) {
      if (node.property.name !== 'invalidateQueries') return
      context.report({
        node,
        message: 'A change names what it makes outdated: useChange (packages/web/src/api/changes.ts)',
      })
    },
  }),
}

/** Returns the room a file belongs to. */
const roomOf = (path) => /\/domains\/([^/]+)\//.exec(path)?.[1] ?? 'platform'

/** Kysely's methods that take a table, and those of them that write. */
const CALLS =
  /^(selectFrom|(inner|left|right|full|cross)Join(Lateral)?|from|using|table|insertInto|updateTable|deleteFrom|mergeInto)$/
const WRITING = /^(insertInto|updateTable|deleteFrom|mergeInto)$/

/** Matches tables after `from`, `join`, `into`, `update` and `using`, and after the commas of a `from`. */
const IN_SQL =
  /\b(delete\s+from|from|join|into|update|using)\s+(?:only\s+)?((?:[a-z_]+(?:\s+as\s+\w+)?\s*,\s*)*[a-z_]+)/gi

function* namedIn(text) {
  for (const [, word, list] of text.matchAll(IN_SQL)) {
    const writes = /^(delete|into|update)/i.test(word)
    for (const one of list.split(',')) yield { name: one.trim().split(/\s/)[0], writes }
  }
}

const strings = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'TemplateLiteral') return node.quasis.slice(0, 1).map(({ value }) => value.raw)
  return node?.type === 'ArrayExpression' ? node.elements.flatMap(strings) : []
}

/**
 * Allows only a table's own room to read and write it; other rooms read what the room shares, or use its port
 * (rooms.mjs).
 */
const ownTables = {
  create: (context) => {
    const room = roomOf(context.filename)
    const tell = (node, name, writes) => {
      const message = whyNot(room, name, { writes })
      if (message) context.report({ node, message })
    }
    const inText = (node, text) => [...namedIn(text)].forEach(({ name, writes }) => tell(node, name, writes))
    return {
      CallExpression(node) {
        const call = node.callee.property?.name ?? ''
        if (node.callee.name === 'insertRows') for (const name of strings(node.arguments[1])) tell(node, name, true)
        if (!CALLS.test(call)) return
        for (const text of strings(node.arguments[0])) tell(node, text.split(' ')[0], WRITING.test(call))
      },
      Property(node) {
        if (node.key.name !== 'table') return
        for (const name of strings(node.value)) tell(node, name, true)
      },
      TemplateElement(node) {
        inText(node, node.value.raw)
      },
      Literal(node) {
        // The platform knows no domain: it may not even list a table's name. A single word may mean something else.
        if (room === 'platform' && ownerOf.has(node.value) && node.value.includes('_')) tell(node, node.value, false)
        if (typeof node.value === 'string' && /\b(select|delete|update|insert)\b/.test(node.value))
          inText(node, node.value)
      },
    }
  },
}

/**
 * Russian words that the product does not use, with the term it uses instead (docs/glossary.md): one word for each
 * thing.
 */
const OTHER_WORDS = [
  [/исполнител/i, 'поставщик'],
  [/(?<!\p{L})шаг(?!ать|ал)/iu, 'этап'],
  // One message with the other word is exact in api.md.
  [/адресат(?!ы клиента не найдены)/i, 'получатель'],
]

const oneWord = {
  create: (context) => {
    const read = (node, text) => {
      for (const [other, ours] of OTHER_WORDS) {
        if (other.test(text)) context.report({ node, message: `The product says «${ours}» (docs/glossary.md)` })
      }
    }
    return {
      Literal: (node) => typeof node.value === 'string' && read(node, node.value),
      TemplateElement: (node) => read(node, node.value.raw),
      JSXText: (node) => read(node, node.value),
    }
  },
}

/**
 * Words that mean nothing to a new reader: the things they name are an input, options, a state, a locked row, a record
 * of the history (docs/glossary.md). Properties, and variables destructured from them, are named by the contract and
 * the tables, so they are not checked.
 */
const PRIVATE_WORDS =
  /^(?:told|given|asked|standing|door|hearing|steady|teller|doer|meet|tell)(?![a-z_])|^letGo(?![a-z])|(?:Told|Given|Asked|Standing|Door|Hearing|Steady|Teller|Doer|Meet|LetGo)(?![a-z_])/

const plainName = {
  create: (context) => {
    const look = (node) => {
      if (node?.type !== 'Identifier' || !PRIVATE_WORDS.test(node.name)) return
      context.report({ node, message: `${node.name}: name it by the field's own term (docs/glossary.md)` })
    }
    const lookAtParameters = ({ params }) =>
      params.forEach((one) => look(one.type === 'AssignmentPattern' ? one.left : (one.argument ?? one)))
    const inFunction = (node) => (look(node.id), lookAtParameters(node))
    return {
      TSInterfaceDeclaration: ({ id }) => look(id),
      TSTypeAliasDeclaration: ({ id }) => look(id),
      FunctionDeclaration: inFunction,
      ArrowFunctionExpression: lookAtParameters,
      VariableDeclarator: ({ id, init }) => init?.type === 'ArrowFunctionExpression' && look(id),
    }
  },
}

const isNumber = (node) => node?.type === 'Literal' && typeof node.value === 'number'
const TESTS_AND_HOOKS = /^(test|it|(before|after)(All|Each))$/

/** Returns the root name of a call such as `test`, `test.each(table)`, `test.skipIf(…)` or a hook. */
const rootOf = (node) =>
  node.type === 'Identifier'
    ? node.name
    : rootOf(node.callee ?? node.object ?? node.tag ?? { type: 'Identifier', name: '' })

/**
 * Forbids a test's own time limit, which makes the result depend on the machine's speed; one such limit blocked merges.
 */
const ownLimit = {
  create: (context) => {
    const message = 'Time limits for waiting are set in one place: vitest.config.ts, PATIENT of testing/patience.ts'
    return {
      Property: (node) => node.key.name === 'timeout' && isNumber(node.value) && context.report({ node, message }),
      CallExpression: (node) =>
        TESTS_AND_HOOKS.test(rootOf(node.callee)) &&
        node.arguments.length > 1 &&
        isNumber(node.arguments.at(-1)) &&
        context.report({ node: node.arguments.at(-1), message }),
    }
  },
}

/** Forbids generating the SQL of a read at each call, which took a fifth of the time of a list (docs/decisions/0053). */
const writtenOnce = {
  create: (context) => ({
    CallExpression(node) {
      if (!/^execute(TakeFirst(OrThrow)?)?$/.test(node.callee.property?.name ?? '')) return
      context.report({ node, message: 'A read is a statement, whose SQL is written once (platform/statement.ts)' })
    },
  }),
}

/** Forbids locks in queries, which may run without a transaction: the functions of a store take one. */
const locksInStore = {
  create: (context) => ({
    MemberExpression: (node) =>
      /^for(Update|Share|NoKeyUpdate|KeyShare)$/.test(node.property.name ?? '') &&
      context.report({ node, message: 'A lock stands in store, whose functions take a Transaction' }),
  }),
}

/** What is named as many things: an array, what `map` makes of one, or a plural. */
const isMany = (node) =>
  /^(ArrayExpression|CallExpression)$/.test(node?.type ?? '') ||
  (node?.type === 'Identifier' && /([^s]s|^some|^made)$/.test(node.name)) ||
  (node?.type === 'MemberExpression' && isMany(node.property))

/** Forbids `values` of several rows, which fails when their values are more than the parameters of a statement. */
const manyRows = {
  create: (context) => ({
    CallExpression(node) {
      const { callee, arguments: values } = node
      if (callee.property?.name !== 'values' || callee.object.name === 'Object' || !isMany(values[0])) return
      context.report({ node, message: 'Several rows are one parameter: insertRows (platform/inserting.ts)' })
    },
  }),
}

/** Kysely's methods that begin a statement or send one. */
const OF_STATEMENTS = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|execute(TakeFirst(OrThrow)?)?)$/

/** Forbids SQL outside of `queries` and `store`: commands and routes read as steps, and a port offers what the room has. */
const sqlInItsPlace = {
  create: (context) => {
    const tell = (node) =>
      context.report({ node, message: 'SQL stands in queries (reads, conditions) or store (writes) of its room' })
    return {
      CallExpression(node) {
        if (OF_STATEMENTS.test(node.callee.property?.name ?? '') || node.callee.name === 'insertRows') tell(node)
      },
      TaggedTemplateExpression: (node) => node.tag.name === 'sql' && tell(node),
      ImportDeclaration: ({ source, specifiers }) =>
        source.value === 'kysely' && specifiers.filter(({ imported }) => imported?.name === 'sql').forEach(tell),
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: {
    'own-clock': ownClock,
    'own-day': ownDay,
    'own-today': ownToday,
    'sql-clock': sqlClock,
    chance,
    'styled-class': styledClass,
    'iterated-stream': iteratedStream,
    'declared-change': declaredChange,
    'own-tables': ownTables,
    'one-word': oneWord,
    'plain-name': plainName,
    'own-limit': ownLimit,
    'written-once': writtenOnce,
    'locks-in-store': locksInStore,
    'many-rows': manyRows,
    'sql-in-its-place': sqlInItsPlace,
  },
}
