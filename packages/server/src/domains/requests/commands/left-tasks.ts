import type { Actor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { announceIssues, lockTracker } from '../store/issues.ts'
import { removeIssuesOf, renameIssues, takeOverIssues, underOneName } from '../store/left-issues.ts'

interface Placed {
  name: string
  url: string
}

/**
 * Keeps the tasks with their tracker: they follow its new name, and those that a tracker of the same address left behind
 * become its own.
 * @param before its name until now
 */
export async function keepTasksWith(tx: Transaction, actor: Actor, { name, url }: Placed, before = name) {
  // In one order, so that no two trackers wait for each other.
  const names = new Set([before, name].map((one) => one.toLowerCase()))
  for (const one of [...names].toSorted()) await lockTracker(tx, one)
  const { moved } = await underOneName(tx, name)
  const renamed = before === name ? [] : await renameIssues(tx, before, name)
  const taken = await takeOverIssues(tx, name, url)
  await announceIssues(tx, actor, [...moved, ...renamed, ...taken])
}

/** Removes all tasks of a tracker. */
export async function removeTasksOf(tx: Transaction, actor: Actor, tracker: string): Promise<void> {
  await lockTracker(tx, tracker)
  await announceIssues(tx, actor, await removeIssuesOf(tx, tracker))
}
