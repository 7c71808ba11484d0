import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** What a call asks of the database, by the call: what the process does by itself meanwhile belongs to none. */

const asked = new AsyncLocalStorage<string[]>()
const prototype = pg.Client.prototype as unknown as { query(this: unknown, ...input: unknown[]): unknown }
const ask = Object.getOwnPropertyDescriptor(prototype, 'query')?.value as typeof prototype.query

prototype.query = function kept(...overrides) {
  const [first] = overrides
  asked.getStore()?.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''))
  return Reflect.apply(ask, this, overrides)
}

/** Runs something and tells every statement it has asked, in order. */
export async function statementsOf<Result>(run: () => Promise<Result>): Promise<{ result: Result; texts: string[] }> {
  const texts: string[] = []
  const result = await asked.run(texts, run)
  return { result, texts }
}
