import './events.ts'

/** `concludeAttempt(tx, actor, delivery, failure)`: writes down how a try went, and tells the screens. */
export { concludeAttempt, announceOfDelivery, type Failure } from './commands.ts'
/** `outcomeOf(deps, event_id)`: what became of an event's letters and copies within 3 s. */
export { lettersAbout, nextTries, outcomeOf, outcomeOfAll, outcomeOfDelivery } from './queries.ts'
export { MOST_ATTEMPTS } from './rules.ts'
/** What is sent is written by those who send it: `letters`, `publications`, and `operations`, which sends again. */
export {
  lockDeliveries,
  lockDelivery,
  lockWithoutJob,
  queueAgain,
  removeDeliveries,
  takenTargets,
  takeWaiting,
  writeAttempt,
  writeCopied,
  writeDeliveries,
  type OfDelivery,
} from './store.ts'
