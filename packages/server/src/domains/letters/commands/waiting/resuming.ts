import type { Deps } from '../../../../platform/call.ts'
import { resume } from '../../../deliveries/port.ts'
import { isTheirsAgain } from '../../queries/resuming.ts'

/** Queues letters again that were not sent because a release was hidden, or their company was on the list, for a while. */
export const resumeLetters = (deps: Deps): Promise<void> => resume(deps, isTheirsAgain)
