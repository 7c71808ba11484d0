import type { reminders } from '@vypusk/contract'
import type { Answer, Policy } from '../../../platform/ability.ts'
import { isCalledOff, reasons, type AgreementState } from '../policy.ts'

/** Who may remind a client of a date that was sent to it, and when the schedule does. */

/** What a manual reminder depends on, apart from the agreement itself. */
export interface Reminding {
  hasAddress: boolean
  /** When the client was last reminded, by a person or by the schedule; null if never. ISO 8601. */
  reminded_at: string | null
  now: string
}

/** Two people who remind within one working day send only one reminder (docs/decisions/0012). */
const BETWEEN_REMINDERS_MS = 12 * 3600 * 1000

/**
 * Checks that a client may be reminded: it was sent a date that is still to come and has not answered, the last reminder
 * was not too recent, and there is an address to write to.
 */
export function mayRemind(state: AgreementState, { hasAddress, reminded_at, now }: Reminding): Answer {
  if (state.not_publishing) return reasons.notPublishing
  if (!state.by_rivc || state.by_client) return reasons.notAsked
  if (state.published) return reasons.askedLate
  if (isCalledOff(state)) return reasons.releaseClosed
  if (state.date_passed) return reasons.dateOver
  const isLately = reminded_at !== null && Date.parse(now) - Date.parse(reminded_at) < BETWEEN_REMINDERS_MS
  if (isLately) return reasons.remindedLately
  return hasAddress ? true : reasons.nobodyToRemind
}

/** The agreement's state as the reminder schedule needs it. */
interface Silent extends AgreementState {
  remark: string
}

/** Checks that the schedule may send reminders, which it does only while the client is the side that has to act. */
export function mayRemindByItself(silent: Silent): Answer {
  if (silent.not_publishing) return reasons.notPublishing
  if (!silent.by_rivc || silent.by_client || !silent.releaseDate) return reasons.notWaiting
  if (silent.published) return reasons.askedLate
  if (isCalledOff(silent)) return reasons.releaseClosed
  if (silent.offer) return reasons.offerWaits
  if (silent.remark) return reasons.remarkWaits
  return silent.date_passed ? reasons.dateOver : true
}

/** The state that decides what may be done with an agreement's reminder ladder. */
export interface LadderState {
  /** True when the schedule applies to the agreement, otherwise the reason why it does not. */
  goes: Answer
  isPaused: boolean
  /** There is somebody left to remind. */
  hasNext: boolean
}

const whileGoing = ({ goes, isPaused, hasNext }: LadderState): Answer => {
  if (goes !== true) return goes
  if (isPaused) return reasons.ladderPaused
  return hasNext || reasons.ladderDone
}

/** Staff may pause the ladder, resume it, and send its next step early. */
export const ladderPolicy: Policy<reminders.LadderAction, object, LadderState> = {
  pause: (_, state) => whileGoing(state),
  resume: (_, { isPaused }) => isPaused || reasons.ladderGoes,
  hurry: (_, state) => whileGoing(state),
}
