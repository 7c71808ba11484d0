import { msSince } from '../../../platform/elapsed.ts'
import type { reminders, threads } from '@vypusk/contract'
import type { Answer, Policy } from '../../../platform/ability.ts'
import type { RefusalSpec } from '../../../platform/refusal.ts'
import { reasons, type AgreementState } from '../policy.ts'

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

/** The agreement's state as reminders need it. */
export interface SentState extends AgreementState {
  open_remarks: threads.OpenRemarks
}

/**
 * Checks that the client is the side that has to act: it was sent a date that is still to come, and has answered
 * neither with another date nor with a remark. Reminders of people and of the schedule obey it alike.
 * @param unasked the refusal for a date that does not wait for the client
 */
function isClientsTurn(state: SentState, unasked: RefusalSpec): Answer {
  if (state.not_publishing) return reasons.notPublishing
  if (!state.by_rivc || state.by_client || !state.releaseDate) return unasked
  if (state.published) return reasons.askedLate
  if (state.called_off) return reasons.releaseClosed
  if (state.offer) return reasons.offerWaits
  if (state.open_remarks.unanswered > 0) return reasons.remarkWaits
  return state.date_passed ? reasons.dateOver : true
}

/**
 * Checks that a client may be reminded: it has to answer, the last reminder was not too recent, and there is an address
 * to write to.
 */
export function mayRemind(state: SentState, { hasAddress, reminded_at, now }: Reminding): Answer {
  const turn = isClientsTurn(state, reasons.notAsked)
  if (turn !== true) return turn
  const isLately = reminded_at !== null && msSince(reminded_at, Date.parse(now)) < BETWEEN_REMINDERS_MS
  if (isLately) return reasons.remindedLately
  return hasAddress ? true : reasons.nobodyToRemind
}

/**
 * Checks that the schedule may send reminders: while a remark that holds up the publication is being settled, only people
 * remind.
 */
export function mayRemindByItself(state: SentState): Answer {
  const turn = isClientsTurn(state, reasons.notWaiting)
  if (turn !== true) return turn
  return state.open_remarks.blocking > 0 ? reasons.remarkOpen : true
}

/**
 * Why a letter about a client that does not answer, which waited, is not sent any more; null while the client is still
 * to answer the same question.
 * @param state undefined when the agreement is gone
 * @param written_at ISO 8601
 */
export function endOfSilence(
  state: (SentState & { sent_at: string | null }) | undefined,
  written_at: string,
): string | null {
  if (!state) return 'Согласование сняли до того, как письмо ушло'
  const turn = isClientsTurn(state, reasons.notWaiting)
  if (turn !== true) return turn[1]
  return state.sent_at !== null && state.sent_at > written_at ? 'О дате спросили заново до того, как письмо ушло' : null
}

/** The state that decides what may be done with an agreement's reminder ladder. */
export interface LadderState {
  /** True when the schedule applies to the agreement, otherwise the reason why it does not. */
  goes: Answer
  isPaused: boolean
  /** There is somebody left to remind. */
  hasNext: boolean
  /** A person may remind the recipients in addition to the schedule. */
  remindable: Answer
}

const whileGoing = ({ goes, isPaused, hasNext }: LadderState): Answer => {
  if (goes !== true) return goes
  if (isPaused) return reasons.ladderPaused
  return hasNext || reasons.ladderDone
}

/** Staff may pause the ladder, resume it, send its next step early, and remind the recipients beside it. */
export const ladderPolicy: Policy<reminders.LadderAction, object, LadderState> = {
  pause: (_, state) => whileGoing(state),
  resume: (_, { isPaused }) => isPaused || reasons.ladderGoes,
  hurry: (_, state) => whileGoing(state),
  remind: (_, { remindable }) => remindable,
}
