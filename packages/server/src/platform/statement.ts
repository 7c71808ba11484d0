import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './db-types.gen.ts'
import { giveName } from './statement-names.ts'

/**
 * A statement whose SQL is written once, by Kysely, and then only asked (docs/decisions/0053). Building the same query
 * anew at every call was a fifth of what a list costs.
 */

/** A Kysely that writes SQL and asks nobody. */
const writer: Db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Stands for a value while its SQL is written; whoever looks into it would write SQL for that value alone. */
class Place {
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`${this.path.join('.')} is not known while its SQL is written`)
  }
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Yes, no and nothing decide what the SQL says, so they stand as themselves. */
const isShape = (value: unknown) => value === null || value === undefined || typeof value === 'boolean'

/** The parameters with a place instead of each value. */
function placesOf(params: object, path: readonly string[] = []): object {
  const entries = Object.entries(params).map(([key, value]: [string, unknown]) => {
    if (isShape(value)) return [key, value]
    return [key, isGroup(value) ? placesOf(value, [...path, key]) : new Place([...path, key])]
  })
  return Object.fromEntries(entries)
}

/** Tells apart what needs SQL of its own. */
function shapeOf(params: object): string {
  let shape = ''
  for (const [key, value] of Object.entries(params)) {
    if (isShape(value)) shape += `${key}=${String(value)},`
    else shape += isGroup(value) ? `${key}(${shapeOf(value)})` : `${key},`
  }
  return shape
}

const valueAt = (params: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((group, key) => (group as Record<string, unknown>)[key], params)

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a statement that gives one row has given none')
  return row
}

interface CompiledStatement<Row> {
  query: CompiledQuery<Row>
  /** Of each parameter: the value itself, or where it is found in the parameters. */
  parameters: readonly unknown[]
}

/** More shapes of one statement than that are written anew each time: nobody asks so differently by hand. */
const MOST_SHAPES = 200

interface Options {
  /**
   * `once`: named where connections keep names, so that the database reads and plans it once a connection.
   * `each time`: for statements whose best plan hangs on their values: counts, `like`, pages of filtered lists.
   */
  planned: 'once' | 'each time'
}

interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

export interface Statement<Params, Form, Row> {
  /** @param db a transaction, when what it has just written is to be seen */
  all(db: Db, params: Params, form: Form): Promise<Row[]>
  first(db: Db, params: Params, form: Form): Promise<Row | undefined>
  /** Of what gives one row always. */
  one(db: Db, params: Params, form: Form): Promise<Row>
}

/**
 * Says a statement once.
 * @param write what Kysely makes it of. Numbers, texts and lists in `params` are not known yet and can only be put into the
 *   SQL; yes, no and nothing are, and make a statement of their own, as does every `form`
 */
export function statement<Params extends object, Row, Form extends object = object>(
  write: (db: Db, params: Params, form: Form) => Compilable<Row>,
  { planned }: Options = { planned: 'once' },
): Statement<Params, Form | void, Row> {
  const written = new Map<string, CompiledStatement<Row>>()
  const writeNow = (params: Params, form: Form): CompiledStatement<Row> => {
    const query = write(writer, placesOf(params) as Params, form).compile(writer)
    if (planned === 'once') giveName(query.sql)
    return { query, parameters: query.parameters }
  }
  const writtenFor = (params: Params, form: Form): CompiledStatement<Row> => {
    const shape = `${shapeOf(params)}${JSON.stringify(form)}`
    const known = written.get(shape)
    if (known) return known
    const fresh = writeNow(params, form)
    if (written.size < MOST_SHAPES) written.set(shape, fresh)
    return fresh
  }
  const all = async (db: Db, params: Params, form: Form | void): Promise<Row[]> => {
    const { query, parameters } = writtenFor(params, form ?? ({} as Form))
    const values = parameters.map((one) => (one instanceof Place ? valueAt(params, one.path) : one))
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
  const first = async (db: Db, params: Params, form: Form | void) => (await all(db, params, form))[0]
  return { all, first, one: async (db, params, form) => present(await first(db, params, form)) }
}
