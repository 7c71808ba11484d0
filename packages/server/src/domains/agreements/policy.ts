import { agreements } from '@vypusk/contract'
import type { Answer, Policy } from '../../platform/ability.ts'
import { outOfCalendar, type RefusalSpec } from '../../platform/refusal.ts'
import { reasons } from './rules/reasons.ts'

export { reasons }

/** The facts about an agreement that decide what may be done with it. */
export interface AgreementState {
  by_rivc: boolean
  by_client: boolean
  releaseDate: string | null
  /** The company is on the release's not-publishing list. */
  not_publishing: boolean
  /** The company is still one of the release's companies. */
  takes_part: boolean
  /** The release was published to this company. */
  published: boolean
  /** The release was closed without being handed over to this company. */
  called_off: boolean
  /** Another date that the client has offered and staff have not answered yet; null when there is none. */
  offer: object | null
  /**
   * The scope no longer matches what the client agreed to, and staff have not settled it; undefined where it was not
   * checked.
   */
  scope_changed?: boolean
  /** Clients may see the release; undefined where it was not read. */
  is_visible_for_client?: boolean
  /** Remarks that are not closed; undefined where they were not read. */
  open_remarks?: { unanswered: number }
  /** The date has passed by the company's clock; undefined where it was not checked. */
  date_passed?: boolean
  /** The date that the client has offered has passed; undefined where it was not checked. */
  offer_passed?: boolean
  /** When somebody outside was first asked or notified about the date; undefined where it was not read. */
  heard_at?: string | null
}

type Rule = (state: AgreementState) => Answer

const always: Rule = () => true
const staffOnly: Rule = () => reasons.staffOnly

/**
 * Whether a date that was sent is still asked about: it has not passed, the release was neither closed nor published to
 * the company, and the company takes part in it, neither hidden nor on the not-publishing list.
 */
export const isAskable = ({
  date_passed,
  called_off,
  published,
  takes_part,
  not_publishing,
}: Pick<AgreementState, 'date_passed' | 'called_off' | 'published' | 'takes_part' | 'not_publishing'>): boolean =>
  date_passed !== true && !called_off && !published && takes_part && !not_publishing

/** Why a date that was sent is not sent again: who has to act, unless nobody is asked about it any more. */
export function whyNotAgain({ called_off, published, offer, open_remarks, date_passed }: AgreementState): RefusalSpec {
  if (called_off) return reasons.releaseClosed
  if (published) return reasons.askedLate
  if (offer) return reasons.offerWaits
  if (open_remarks && open_remarks.unanswered > 0) return reasons.remarkWaits
  return date_passed ? reasons.sendPassed : reasons.sentAlready
}

/** Approval by staff, which sends the date to the client. */
const staffApproves: Rule = (state) => {
  const { by_rivc, by_client, releaseDate, not_publishing, takes_part } = state
  if (!takes_part) return reasons.leftRelease
  if (not_publishing) return reasons.notPublishing
  if (by_rivc) return by_client ? reasons.agreedAlready : whyNotAgain(state)
  if (state.called_off) return reasons.releaseClosed
  if (!releaseDate) return reasons.noDate
  // Once the release has been handed over, nobody is asked anyway, and staff may still record what was agreed.
  return state.date_passed === true && !state.published ? reasons.sendPassed : true
}

/** Why a date that was not sent is not agreed to: it will be sent, unless nobody is asked about it any more. */
function whyNotYet({ takes_part, called_off }: AgreementState, otherwise: RefusalSpec): RefusalSpec {
  if (!takes_part) return reasons.leftRelease
  return called_off ? reasons.releaseClosed : otherwise
}

/** Approval by the client, by staff on its behalf too: never before staff have approved, and never twice (api.md). */
const approvesForClient =
  (twice: RefusalSpec): Rule =>
  (state) => {
    if (state.not_publishing) return reasons.notPublishing
    if (state.by_client) return twice
    return state.by_rivc ? true : whyNotYet(state, reasons.notSent)
  }

/** The client cannot agree to a date that has passed or is called off; staff may still record that it did. */
const clientApproves: Rule = (state) => {
  const may = approvesForClient(reasons.clientTwice)(state)
  if (may !== true) return may
  if (state.called_off) return reasons.releaseClosed
  if (!state.date_passed) return true
  return state.published ? reasons.passedGot : reasons.datePassed
}

const deletes: Rule = ({ by_rivc, by_client, published }) =>
  by_rivc && by_client && published ? reasons.published : true

const offers: Rule = (state) => {
  const { by_rivc, not_publishing, offer } = state
  if (not_publishing) return reasons.notPublishing
  if (state.called_off) return reasons.releaseClosed
  if (state.published) return reasons.offerLate
  if (!by_rivc) return whyNotYet(state, reasons.offerEarly)
  return offer ? reasons.offerOpen : true
}

const endsOffer: Rule = ({ offer }) => (offer ? true : reasons.offerGone)
const withdraws: Rule = ({ by_rivc, by_client, heard_at, published }) => {
  if (published) return reasons.withdrawnLate
  return by_rivc || by_client || heard_at ? true : reasons.nothingHeard
}
const settlesScope: Rule = ({ by_client, scope_changed, called_off }) => {
  if (!by_client) return reasons.scopeNotAgreed
  if (!scope_changed) return reasons.scopeSettled
  return called_off ? reasons.releaseClosed : true
}

/** A decision that the client is written to about: it learns nothing of a hidden release's scope (docs/decisions/0060). */
const tellsScope: Rule = (state) => {
  const may = settlesScope(state)
  if (may !== true) return may
  return state.is_visible_for_client === false ? reasons.scopeHidden : true
}

/** Accepting an offer asks the client to confirm its date. */
const acceptsOffer: Rule = (state) => {
  if (state.not_publishing) return reasons.notPublishing
  const open = endsOffer(state)
  if (open !== true) return open
  if (state.called_off) return reasons.releaseClosed
  return state.offer_passed ? reasons.offerPast : true
}

const staff: Record<agreements.Action, Rule> = {
  remark: always,
  isPublishedOnTestEnv: always,
  recipients: always,
  recipientsExtra: always,
  date: always,
  approve: staffApproves,
  approve_on_behalf: approvesForClient(reasons.agreedAlready),
  delete: deletes,
  offer: () => reasons.staffMove,
  accept_offer: acceptsOffer,
  decline_offer: endsOffer,
  withdraw_offer: () => reasons.offerTheirs,
  settle_scope: settlesScope,
  tell_scope: tellsScope,
  withdraw: withdraws,
}

/** Rules for people of the agreement's own company; an agreement of another company is not found at all. */
const client: Record<agreements.Action, Rule> = {
  remark: always,
  isPublishedOnTestEnv: staffOnly,
  recipients: staffOnly,
  recipientsExtra: staffOnly,
  date: staffOnly,
  approve: clientApproves,
  approve_on_behalf: staffOnly,
  delete: staffOnly,
  offer: offers,
  accept_offer: staffOnly,
  decline_offer: staffOnly,
  withdraw_offer: endsOffer,
  settle_scope: staffOnly,
  tell_scope: staffOnly,
  withdraw: staffOnly,
}

/** Who may do what with an agreement; staff and clients have separate rules. */
export const agreementPolicy = Object.fromEntries(
  agreements.actions.map((action) => [
    action,
    ({ isRivc }: { isRivc: boolean }, state: AgreementState) => (isRivc ? staff : client)[action](state),
  ]),
) as Policy<agreements.Action, { isRivc: boolean }, AgreementState>

/**
 * Checks whether a client may agree through a letter's link. Once the release has been handed over to the company,
 * agreeing is only possible on the screen.
 */
export const mayAgreeByLink = (person: { isRivc: boolean }, state: AgreementState): Answer =>
  state.published && !state.by_client ? reasons.gotAlready : agreementPolicy.approve(person, state)

interface TrialState extends Pick<AgreementState, 'called_off' | 'not_publishing' | 'published'> {
  isPublishedOnTestEnv: boolean
}

/**
 * Rules of the test environment: both sides may report what works (staff for the company) as long as the release is
 * going to be installed, since a failure reported later would wait for nobody. Only staff name the build.
 */
export const trialPolicy: Policy<'tell' | 'build', { isRivc: boolean }, TrialState> = {
  tell: (_, { isPublishedOnTestEnv, called_off, not_publishing, published }) => {
    if (not_publishing) return reasons.notPublishing
    if (published) return reasons.handedOver
    if (called_off) return reasons.releaseClosed
    return isPublishedOnTestEnv ? true : reasons.notOnTest
  },
  build: ({ isRivc }) => isRivc || reasons.staffOnly,
}

interface Dated {
  releaseDate: string | null
  releaseTime: string | null
}

/**
 * Checks whether the offered date can replace the present one.
 * @param isPast the offered date has passed
 */
export function mayReplace(present: Dated, offered: Dated & { releaseDate: string }, isPast: boolean) {
  if (isPast) return reasons.offerPast
  const isSame = offered.releaseDate === present.releaseDate && offered.releaseTime === present.releaseTime
  return isSame ? reasons.offerSame : true
}

/** Returns the action that an update's body asks for. */
export const actionOf = (body: agreements.AgreementUpdate): agreements.Action =>
  body.updateTarget === 5 && body.on_behalf ? 'approve_on_behalf' : agreements.actions[body.updateTarget]

/** The messages for violated database constraints. */
export const constraints: Record<string, RefusalSpec> = {
  agreements_approved_has_date: [422, 'Сначала укажите дату установки'],
  agreements_release_fk: [422, 'Релиз не найден'],
  agreements_company_fk: [422, 'Компания не найдена'],
  agreement_offers_one_open: [409, 'Другая дата уже предложена и ждёт ответа поставщика'],
  agreement_recipients_user_fk: [422, 'Получатель не найден'],
  agreements_date_in_calendar: outOfCalendar('Дата установки'),
  agreement_offers_date_in_calendar: outOfCalendar('Предложенная дата установки'),
}
