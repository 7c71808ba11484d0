import type { offers, reminders, scopes, trials } from '@vypusk/contract'
import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

/** What every event of an agreement says; the rest is read where it is needed. */
interface OfAgreement {
  agreement_id: number
}

/** The offer that ends by this, by its id: who made it hears what became of it. */
interface EndsOffer {
  offer_id?: number
}

declare module '../../platform/events.ts' {
  interface EventKinds {
    'agreement.created': OfAgreement
    /**
     * The client is asked for its word. `only` is there when the question goes to those added
     * later: users by id, and extra addresses.
     */
    'agreement.sent': OfAgreement & { only?: { users: number[]; extra: string[] } }
    /**
     * The client has not answered and is asked once more; after everybody was, the release's people are told. `by_schedule`:
     * nobody pressed a button.
     */
    'agreement.reminded': OfAgreement & { stage: reminders.Stage; by_schedule: boolean }
    /** The schedule of reminders is paused for a reason that staff read, or goes on: then the reason is empty. */
    'agreement.reminders_paused': OfAgreement & { reason: string }
    /** The client's word is there; `note` says how it came when staff gave it on behalf. */
    'agreement.approved': OfAgreement & EndsOffer & { on_behalf: boolean; note: string }
    /** An approved date was moved, so both approvals are gone. */
    'agreement.moved': OfAgreement &
      EndsOffer & {
        from: { releaseDate: string | null; releaseTime: string | null }
        /** The client is asked for the new date by the same act, and reads of both in one letter. */
        asks?: true
      }
    /** The client offers another date. */
    'agreement.offered': OfAgreement & { offered: offers.Proposal }
    /** The date was moved to the offered one, and the client is asked to confirm it. */
    'agreement.offer_accepted': OfAgreement &
      EndsOffer & { from: { releaseDate: string | null; releaseTime: string | null } }
    /** The client took its own offer back. */
    'agreement.offer_withdrawn': OfAgreement & EndsOffer
    /** Staff declined the offer with a text; `asks`: the client is asked for the present date anew. */
    'agreement.offer_declined': OfAgreement & EndsOffer & { offered: offers.Proposal; answer: string; asks: boolean }
    /** The client said something about it: a thread tells what (domains/threads), this is for other programs. */
    'agreement.remarked': OfAgreement
    /** What the company agrees to, or has agreed to, reads differently: noticed once a minute. */
    'agreement.scope_changed': OfAgreement
    /** Staff have settled a changed scope; sums of what was agreed and of what it is now. */
    'agreement.scope_settled': OfAgreement & { decision: scopes.Decision; reason: string; from: string; to: string }
    /** Somebody has said of a request that it works on the test environment, or does not. */
    'agreement.tried': OfAgreement & { request_id: number; verdict: trials.Verdict }
    /** Another build stands on the test environment: what failed there is asked for again. */
    'agreement.build': OfAgreement & { build: string }
    /** One that the client was asked about is gone. */
    'agreement.deleted': OfAgreement
    /**
     * What companies were asked or had agreed to is taken back, by one act. `said` is what happened, `reason` why, both in
     * words that the companies may read; the reason is empty when nobody gave one.
     */
    'agreement.withdrawn': { ids: number[]; change: string; said: string; reason: string }
    /**
     * An act that took agreements back is itself taken back: they stand as before. `events` told of the act, `at` is its
     * moment; `company_id` is the company it hid.
     */
    'agreement.restored': { ids: number[]; events: number[]; at: string; company_id?: number }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Asks the clients again whose day has come. */
    remind: Record<string, never>
    /** Notices scopes that have changed. */
    look_at_scopes: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    agreement: true
  }
}
