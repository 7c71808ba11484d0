import type { Deps } from '../../../platform/call.ts'
import { resume } from '../../deliveries/port.ts'
import { isTheirsAgain } from '../queries/copies.ts'

/**
 * Queues copies again that were stopped because a release or a company was hidden, or the company was on the
 * not-publishing list, when that was only for a while.
 */
export async function resumeCopies(deps: Deps): Promise<void> {
  if (deps.remote) await resume(deps, isTheirsAgain)
}
