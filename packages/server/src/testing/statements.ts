import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** The statements that a call sends, without those that the process sends by itself meanwhile. */

const sent = new AsyncLocalStorage<string[]>()
const prototype = pg.Client.prototype as unknown as { query(this: unknown, ...input: unknown[]): unknown }
const ask = Object.getOwnPropertyDescriptor(prototype, 'query')?.value as typeof prototype.query

prototype.query = function kept(...overrides) {
  const [first] = overrides
  sent.getStore()?.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''))
  return Reflect.apply(ask, this, overrides)
}

/** Runs something and returns all statements it has sent, in order. */
export async function statementsOf<Result>(run: () => Promise<Result>): Promise<{ result: Result; texts: string[] }> {
  const texts: string[] = []
  const result = await sent.run(texts, run)
  return { result, texts }
}
