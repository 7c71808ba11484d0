import { AsyncLocalStorage } from 'node:async_hooks'

/** What is asked last in a transaction goes to the database together with the commit. */
const ending = new AsyncLocalStorage<{ isWanted: boolean }>()

/**
 * Ends a transaction with its last statement: the first that `ask` asks in it is committed with, or, when it fails, not at
 * all. What else `ask` reads is read after the commit.
 */
export const withCommit = <Result>(ask: () => Promise<Result>): Promise<Result> => ending.run({ isWanted: false }, ask)

/** Whether the statement asked now is the last of its transaction; of each `withCommit` one is. */
export function isWithCommit(): boolean {
  const end = ending.getStore()
  if (!end || end.isWanted) return false
  end.isWanted = true
  return true
}
