import { AsyncLocalStorage } from 'node:async_hooks'

/** The last statement of a transaction is sent to the database together with the commit. */
const ending = new AsyncLocalStorage<{ isWanted: boolean }>()

/**
 * Ends a transaction with its last statement: the first statement in `ask` is sent along with the commit; if it fails,
 * nothing is committed. Anything else that `ask` reads is read after the commit.
 */
export const withCommit = <Result>(ask: () => Promise<Result>): Promise<Result> => ending.run({ isWanted: false }, ask)

/** Whether the statement being sent is the last of its transaction; true once in each `withCommit`. */
export function isWithCommit(): boolean {
  const end = ending.getStore()
  if (!end || end.isWanted) return false
  end.isWanted = true
  return true
}
