import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CompiledQuery,
  type Expression,
} from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './db-types.gen.ts'
import { giveName } from './database/statement-names.ts'

/**
 * A statement whose SQL is generated once by Kysely and then only executed (docs/decisions/0053). Generating the same
 * query at every call took a fifth of the time of a list.
 */

/** A Kysely instance that generates SQL without a connection. */
const writer: Db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A placeholder for a value while SQL is generated. Code must not look into it, or the SQL would be valid for one value
 * only.
 */
class Place {
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`${this.path.join('.')} is not known while its SQL is written`)
  }
}

/** A placeholder that the database sees as the result of a subquery, so that no plan looks better for its value. */
class HiddenPlace extends Place implements Expression<unknown> {
  readonly #type: string

  constructor(path: readonly string[], value: unknown) {
    super(path)
    this.#type = typeof value === 'number' ? 'int' : 'text'
  }

  get expressionType() {
    return undefined
  }

  toOperationNode() {
    return sql`(select ${new Place(this.path)}::${sql.raw(this.#type)})`.toOperationNode()
  }
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Booleans and null decide what the SQL is, so they are passed as they are. */
const isShape = (value: unknown) => value === null || value === undefined || typeof value === 'boolean'

/** The parameters with a placeholder for each value. */
function placesOf(params: object, PlaceOf: typeof HiddenPlace | typeof Place, path: readonly string[] = []): object {
  const entries = Object.entries(params).map(([key, value]: [string, unknown]) => {
    if (isShape(value)) return [key, value]
    const own = [...path, key]
    return [key, isGroup(value) ? placesOf(value, PlaceOf, own) : new PlaceOf(own, value)]
  })
  return Object.fromEntries(entries)
}

/** A key that is equal for parameters that can use the same SQL. */
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
  if (row === undefined) throw new Error('a statement that returns one row has returned none')
  return row
}

interface CompiledStatement<Row> {
  query: CompiledQuery<Row>
  /** For each parameter: its value, or where to find it in the parameters. */
  parameters: readonly unknown[]
}

/** Beyond this number of shapes, SQL is generated each time; people using the screens do not produce so many. */
const MOST_SHAPES = 200

interface Options {
  /**
   * `once`: prepared under a name, if connections keep names, so that each connection parses and plans it only once.
   * `once for all values`: the same for statements that take longer to plan than to run. Their values are hidden from
   * PostgreSQL, which otherwise plans each call if any part looks cheaper for the values of that call. Numbers are of
   * type `int`, everything else of type `text`, to be cast where it is used.
   * `each time`: for statements whose best plan depends on their values: counts, `like`, pages of filtered lists.
   */
  planned: 'once' | 'once for all values' | 'each time'
}

interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

export interface Statement<Params, Form, Row> {
  /** @param db a transaction, to see what it has just written */
  all(db: Db, params: Params, form: Form): Promise<Row[]>
  first(db: Db, params: Params, form: Form): Promise<Row | undefined>
  /** For statements that always return one row. */
  one(db: Db, params: Params, form: Form): Promise<Row>
}

/**
 * Defines a statement.
 * @param write builds it with Kysely. Numbers, texts and lists in `params` are not known yet and can only be put into
 *   the SQL; booleans and null are known and lead to separate SQL, as does every `form`
 */
export function statement<Params extends object, Row, Form extends object = object>(
  write: (db: Db, params: Params, form: Form) => Compilable<Row>,
  { planned }: Options = { planned: 'once' },
): Statement<Params, Form | void, Row> {
  const written = new Map<string, CompiledStatement<Row>>()
  const writeNow = (params: Params, form: Form): CompiledStatement<Row> => {
    const places = placesOf(params, planned === 'once for all values' ? HiddenPlace : Place)
    const query = write(writer, places as Params, form).compile(writer)
    if (planned !== 'each time') giveName(query.sql)
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
