import './events.ts'

/** `concludeAttempt(tx, actor, delivery, failure)`: stores how an attempt went, and informs open screens. */
export { concludeAttempt, announceOfDelivery, resume, resumedSince, type Failure } from './commands.ts'
/** `outcomeOf(deps, event_id)`: how an event's letters and copies fared within 3 s. */
/** `inVain(db, reasons)`: the letters that were tried in vain since the last one left. */
export {
  inVain,
  isReadAt,
  isReadBy,
  lettersAbout,
  nextTries,
  outcomeOf,
  outcomeOfAll,
  outcomeOfDelivery,
} from './queries.ts'
export { isOfJob, MOST_ATTEMPTS } from './rules.ts'
/** Functions for the rooms that send things: `letters`, `publications`, and `operations`, which sends again. */
export {
  endedFor,
  endQueued,
  giveLetter,
  lockDeliveries,
  lockDelivery,
  lockFolders,
  lockWithoutJob,
  queueAgain,
  removeDeliveries,
  sendJobs,
  sharedFolders,
  takenTargets,
  takeWaiting,
  writeAttempt,
  writeCopied,
  writeDeliveries,
  writeNaming,
  writeTarget,
  type OfDelivery,
} from './store.ts'
