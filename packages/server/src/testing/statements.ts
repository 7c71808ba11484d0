import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The statements that a call sends, without those that the process sends by itself meanwhile. */

interface Sent {
  texts: string[]
  /** How many of them pg was given while it waited for an answer: it warns of them, and its next version refuses them. */
  overlapping: number
}

/** Members of pg's client that its types do not declare. */
interface Inside {
  _activeQuery: object | null
}

const sent = new AsyncLocalStorage<Sent>()
const prototype = pg.Client.prototype as unknown as { query(this: Inside, ...input: unknown[]): unknown }
const ask = Object.getOwnPropertyDescriptor(prototype, 'query')?.value as typeof prototype.query

prototype.query = function kept(...overrides) {
  const [first] = overrides
  const { _activeQuery } = this
  const store = sent.getStore()
  store?.texts.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''))
  if (store && _activeQuery) store.overlapping += 1
  return Reflect.apply(ask, this, overrides)
}

/** Runs something and returns all statements it has sent, in order. */
export async function statementsOf<Result>(run: () => Promise<Result>): Promise<{ result: Result } & Sent> {
  const store: Sent = { texts: [], overlapping: 0 }
  const result = await sent.run(store, run)
  return { result, ...store }
}
