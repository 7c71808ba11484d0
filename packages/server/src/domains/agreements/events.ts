import type { offers, reminders, scopes, trials } from '@vypusk/contract'
import type { OfferOf } from './rules/offers.ts'
import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

/** The data common to all events of an agreement; everything else is read when it is needed. */
interface OfAgreement {
  agreement_id: number
}

/** The id of the offer that the event ends; the person who made it is notified of the outcome. */
interface EndsOffer {
  offer_id?: number
}

/** The same of an act on several agreements. Missing in events that the release before has written. */
interface NamesOffers {
  offers?: OfferOf[]
}

declare module '../../platform/events.ts' {
  interface EventKinds {
    'agreement.created': OfAgreement
    /**
     * The client is asked to approve the date. `only` is present when the question goes just to recipients added later:
     * users by id, and extra addresses.
     */
    'agreement.sent': OfAgreement & { only?: { users: number[]; extra: string[] } }
    /**
     * The client has not answered and is reminded; when everybody has been reminded, the release's people are notified
     * instead. `by_schedule`: sent by the schedule and not by a person.
     */
    'agreement.reminded': OfAgreement & { stage: reminders.Stage; by_schedule: boolean }
    /** The schedule of reminders was paused for a reason that only staff read, or resumed: then the reason is empty. */
    'agreement.reminders_paused': OfAgreement & { reason: string }
    /** The client has approved; `note` says how staff got its answer when they approved on its behalf. */
    'agreement.approved': OfAgreement & EndsOffer & { on_behalf: boolean; note: string }
    /** An approved date was moved, so both approvals are gone. */
    'agreement.moved': OfAgreement &
      EndsOffer & {
        from: { releaseDate: string | null; releaseTime: string | null }
        /** The client is asked to approve the new date in the same step, and one letter covers both. */
        asks?: true
      }
    /** The client offers another date. */
    'agreement.offered': OfAgreement & { offered: offers.Proposal }
    /** The date was moved to the offered one; `asks`: the client is asked to confirm it. */
    'agreement.offer_accepted': OfAgreement &
      EndsOffer & { from: { releaseDate: string | null; releaseTime: string | null }; asks: boolean }
    /** The client withdrew its own offer. */
    'agreement.offer_withdrawn': OfAgreement & EndsOffer
    /** The release was published to the company before staff answered its offer. */
    'agreement.offer_lapsed': OfAgreement & EndsOffer
    /** Staff declined the offer with a text; `asks`: the client is asked again to approve the present date. */
    'agreement.offer_declined': OfAgreement & EndsOffer & { offered: offers.Proposal; answer: string; asks: boolean }
    /**
     * The client wrote something about the agreement. The text belongs to a thread (domains/threads); this event is for
     * webhooks.
     */
    'agreement.remarked': OfAgreement
    /**
     * The scope that the company is asked to agree to, or has agreed to, has changed. Detected once a minute, for what
     * follows and for programs; people are told by `agreement.scope_told`.
     */
    'agreement.scope_changed': OfAgreement
    /**
     * Changes of a scope have come to rest, and people are told of them. `asked`: the client has not answered yet;
     * `returned`: the scope is again the one that was agreed; `agreed`: staff have to decide first, and only they are
     * told. `from` and `to` are the SHA-256 of the scope that the company knows and of the present one.
     */
    'agreement.scope_told': OfAgreement & { state: 'asked' | 'returned' | 'agreed'; from: string; to: string }
    /**
     * Staff have settled a changed scope; `from` and `to` are the SHA-256 of the agreed scope and of the present one.
     */
    'agreement.scope_settled': OfAgreement & { decision: scopes.Decision; reason: string; from: string; to: string }
    /** Somebody has reported that a request works on the test environment, or that it does not. */
    'agreement.tried': OfAgreement & { request_id: number; verdict: trials.Verdict }
    /** Another build was put on the test environment, so requests that failed before are to be tested again. */
    'agreement.build': OfAgreement & { build: string }
    /** A deleted agreement was restored as one that was never sent; what was written about it waits again. */
    'agreement.returned': OfAgreement
    /** An agreement that the client had been asked about was deleted. */
    'agreement.deleted': OfAgreement
    /**
     * One act withdrew what companies had been asked or had agreed to. `said` is what happened and `reason` is why,
     * both worded for the companies; the reason is empty when none was given. `offers` are those that ended with it.
     */
    'agreement.withdrawn': NamesOffers & {
      ids: number[]
      change: string
      said: string
      /** Events of the release before have only what the company reads. */
      said_to_staff?: string
      reason: string
    }
    /**
     * The release of these agreements, whose companies had been asked, was closed without being handed over to them:
     * nothing is going to be installed. `said` is what happened and `reason` is why, both worded for the companies;
     * `offers` are those that nobody has answered.
     */
    'agreement.called_off': NamesOffers & { ids: number[]; said: string; reason: string }
    /** Their release was reopened: everything that was asked and agreed is valid again, `offers` too. */
    'agreement.resumed': NamesOffers & { ids: number[]; said: string; reason: string }
    /**
     * An act that withdrew agreements was undone, and they are as before. `events` are the events of that act, `at` is
     * its time; `company_id` is the company that it had hidden.
     */
    'agreement.restored': { ids: number[]; events: number[]; at: string; company_id?: number }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Sends the reminders that are due. */
    remind: Record<string, never>
    /** Looks for scopes that have changed. */
    look_at_scopes: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    agreement: true
  }
}
