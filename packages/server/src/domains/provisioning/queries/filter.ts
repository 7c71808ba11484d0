import { cutTo, readable } from '@vypusk/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { parse, type Filter } from 'scim2-parse-filter'
import type { Db } from '../../../platform/call.ts'
import { wrong } from '../rules/values.ts'

/**
 * Turns a filter of the standard (RFC 7644, 3.4.2.2) into an SQL condition; its values are bound, never written into
 * the SQL.
 */

type Condition = RawBuilder<SqlBool>
type Comparing = Extract<Filter, { compValue: unknown }>

/** How an attribute may be queried. */
export type Column =
  /** `isName`: stored without marks that nobody sees, and asked for without them. */
  | { kind: 'text'; of: RawBuilder<unknown>; isExact?: boolean; isName?: boolean }
  | { kind: 'truth'; of: RawBuilder<unknown> }
  | { kind: 'moment'; of: RawBuilder<unknown> }
  /** An attribute with several values, each of which has columns of its own. */
  | { kind: 'many'; rows: (condition: Condition) => Condition; columns: Record<string, Column> }
export type Columns = Record<string, Column>

const MOST_TERMS = 40
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59Z')
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i

const unknown = (name: string) => wrong('invalidFilter', `Фильтр: «${cutTo(name, 100)}» здесь не спрашивают`)

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const LIKE: Record<string, (text: string) => string> = {
  co: (text) => `%${escaped(text)}%`,
  sw: (text) => `${escaped(text)}%`,
  ew: (text) => `%${escaped(text)}`,
}
const ORDER: Record<string, RawBuilder<unknown>> = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }

function ofText({ of, isExact, isName }: Column & { kind: 'text' }, { op, compValue, attrPath }: Comparing): Condition {
  if (compValue === null) return op === 'eq' ? sql`${of} is null` : sql`${of} is not null`
  const value = isName ? readable(String(compValue)) : String(compValue)
  const [left, right] = isExact ? [of, value] : [sql`lower(${of})`, value.toLowerCase()]
  if (op === 'eq') return sql`${left} = ${right}`
  if (op === 'ne') return sql`${left} is distinct from ${right}`
  const pattern = LIKE[op]
  if (!pattern) throw unknown(`${attrPath} ${op}`)
  return sql`${left} like ${pattern(right)}`
}

function ofTruth({ of }: Column & { kind: 'truth' }, { op, compValue, attrPath }: Comparing): Condition {
  const word = String(compValue).toLowerCase()
  if ((word !== 'true' && word !== 'false') || (op !== 'eq' && op !== 'ne')) throw unknown(`${attrPath} ${op}`)
  return sql`${of} = ${(word === 'true') === (op === 'eq')}`
}

function ofMoment({ of }: Column & { kind: 'moment' }, { op, compValue, attrPath }: Comparing): Condition {
  const at = Date.parse(String(compValue))
  // Other years are written in a way that the database does not read.
  if (!(at >= EARLIEST_MS && at <= LATEST_MS)) throw unknown(attrPath)
  const moment = new Date(at).toISOString()
  if (op === 'eq') return sql`${of} = ${moment}::timestamptz`
  const order = ORDER[op]
  if (!order) throw unknown(`${attrPath} ${op}`)
  return sql`${of} ${order} ${moment}::timestamptz`
}

/** The column that a path names; `emails` without a sub-attribute means their `value`. */
function columnOf(columns: Columns, path: string): { column: Column; inside: Columns | null; name: string } {
  const name = path.replace(CORE, '').toLowerCase()
  const [first = '', ...rest] = name.split('.')
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column && column.kind !== 'many') return { column, inside: null, name }
  const many = Object.hasOwn(columns, first) ? columns[first] : undefined
  if (many?.kind !== 'many' || rest.length > 1) throw unknown(path)
  return { column: many, inside: many.columns, name: rest[0] ?? 'value' }
}

type Asking = Exclude<Extract<Filter, { attrPath: string }>, { op: '[]' }>

function plain(columns: Columns, filter: Asking): Condition {
  const { column, inside, name } = columnOf(columns, filter.attrPath)
  if (column.kind === 'many') return column.rows(plain(inside ?? {}, { ...filter, attrPath: name }))
  if (!('compValue' in filter)) return sql`${column.of} is not null`
  if (column.kind === 'truth') return ofTruth(column, filter)
  return column.kind === 'moment' ? ofMoment(column, filter) : ofText(column, filter)
}

function conditionOf(columns: Columns, filter: Filter): Condition {
  if ('filters' in filter) {
    const word = filter.op === 'and' ? sql` and ` : sql` or `
    return sql`(${sql.join(
      filter.filters.map((one) => conditionOf(columns, one)),
      word,
    )})`
  }
  if (filter.op === 'not') return sql`not coalesce(${conditionOf(columns, filter.filter)}, false)`
  if (filter.op !== '[]') return plain(columns, filter)
  const many = columnOf(columns, filter.attrPath).column
  if (many.kind !== 'many') throw unknown(filter.attrPath)
  return many.rows(conditionOf(many.columns, filter.valFilter))
}

/** The form of a page: a statement is written once for all filters that differ only in their values. */
export interface Form {
  condition: string
}
export interface PageInput {
  /** The values of the condition, by their places in it. */
  values: Record<string, unknown>
  most: number
  skipped: number
}

/** @throws 400 `invalidFilter` */
export function filterOf(db: Db, columns: Columns, filter: string | undefined): Form & Pick<PageInput, 'values'> {
  const { sql: condition, parameters } = wholeOf(columns, filter).compile(db)
  return { condition, values: Object.fromEntries(parameters.entries()) }
}

/** Puts the values into the condition. */
export const matching = ({ condition }: Form, { values }: PageInput): Condition =>
  sql.join(
    condition
      .split(/\$\d+/)
      .map((part, place) => (place === 0 ? sql.raw(part) : sql`${values[place - 1]}${sql.raw(part)}`)),
    sql``,
  )

function wholeOf(columns: Columns, text: string | undefined): Condition {
  if (text === undefined || text.trim() === '') return sql`true`
  // The parser recurses for each of these.
  if ((text.match(/[([]|\b(?:not|and|or)\b/gi) ?? []).length > MOST_TERMS) {
    throw wrong('invalidFilter', 'Фильтр слишком сложный')
  }
  return conditionOf(columns, parsed(text))
}

function parsed(text: string): Filter {
  try {
    return parse(text)
  } catch {
    throw wrong('invalidFilter', 'Фильтр не удалось прочесть')
  }
}
