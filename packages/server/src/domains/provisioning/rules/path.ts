import { cutTo, isLongerThan } from '@vypusk/contract'
import { MOST_STEPS } from './limits.ts'
import { fieldsOf, isObject, wrong } from './values.ts'

/** Parses the steps of a `PATCH` (RFC 7644, 3.5.2). Pure. */

export interface Path {
  /** In lower case; '' for an attribute that is not stored here. */
  attribute: string
  /** `[type eq "work"]` */
  where: { attribute: string; value: string | boolean } | null
  sub: string | null
}

export interface Step {
  op: 'add' | 'replace' | 'remove'
  path: Path
  value: unknown
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const SHAPE = /^([a-z$][\w$-]*)(?:\[\s*([a-z]+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([a-z$][\w$-]*))?$/i
const MOST_PATH = 500
/** An attribute of an extension: accepted and not stored. */
const NOT_KEPT: Path = { attribute: '', where: null, sub: null }

function valueIn(text: string): string | boolean {
  try {
    return JSON.parse(text.toLowerCase() === 'true' || text.toLowerCase() === 'false' ? text.toLowerCase() : text)
  } catch {
    throw wrong('invalidPath', 'Путь не удалось прочесть')
  }
}

export function pathOf(text: string): Path {
  if (isLongerThan(text, MOST_PATH)) throw wrong('invalidPath', 'Путь слишком длинный')
  const own = text.trim().replace(CORE, '')
  if (/^urn:/i.test(own)) return NOT_KEPT
  const [, attribute, by, value, sub] = SHAPE.exec(own) ?? []
  if (attribute === undefined) throw wrong('invalidPath', `Путь «${cutTo(text, 100)}» не удалось прочесть`)
  const where = by === undefined || value === undefined ? null : { attribute: by.toLowerCase(), value: valueIn(value) }
  return { attribute: attribute.toLowerCase(), where, sub: sub?.toLowerCase() ?? null }
}

function opOf(value: unknown): Step['op'] {
  const op = typeof value === 'string' ? value.toLowerCase() : ''
  if (op === 'add' || op === 'replace' || op === 'remove') return op
  throw wrong('invalidSyntax', 'op – add, replace или remove')
}

/** An operation without a path has attributes as the names in its value; Entra uses paths as names. */
function stepsIn(one: unknown): Step[] {
  const fields = fieldsOf(one)
  const [op, path, value] = [opOf(fields.get('op')), fields.get('path'), fields.get('value')]
  if (typeof path === 'string' && path.trim() !== '') return [{ op, path: pathOf(path), value }]
  if (op === 'remove') throw wrong('noTarget', 'Для remove нужен path')
  if (!isObject(value)) throw wrong('invalidSyntax', 'Без path значение – объект с именами свойств')
  return Object.entries(value).map(([name, each]) => ({ op, path: pathOf(name), value: each }))
}

/** The steps of a body, in their order. */
export function stepsOf(body: unknown): Step[] {
  const operations = fieldsOf(body).get('operations')
  if (!Array.isArray(operations) || operations.length === 0) throw wrong('invalidSyntax', 'Нужен список Operations')
  if (operations.length > MOST_STEPS) throw wrong('invalidValue', `За один раз не больше ${MOST_STEPS} действий`)
  return operations.flatMap(stepsIn)
}
