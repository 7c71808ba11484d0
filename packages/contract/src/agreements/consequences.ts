import * as z from 'zod'
import { zonesOfDate } from './agreement-shapes.ts'
import { endpoint } from '../endpoint.ts'
import { eachOnce } from '../each-once.ts'
import { byIdcomp, clientReason, company, day, id, message, moment, MOST_COMPANIES, ref, timeOfDay } from '../values.ts'

/**
 * What a change means for companies that were sent a date. It is shown before the change is made, and the change can be
 * undone within a minute.
 */

const MOST_AGREEMENTS = 200
const MOST_RELEASES = 200
const companies = eachOnce(byIdcomp).max(MOST_COMPANIES)

/** A release as it will be after the change; omitted fields stay as they are. */
const intendedRelease = z.object({
  id,
  companies: companies.optional(),
  notPublishingList: companies.optional(),
  is_visible_for_client: z.boolean().optional(),
  plan_date: day.optional(),
})

/** The change that somebody is about to make. */
export const intent = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('releases_saved'),
    releases: z.array(intendedRelease).min(1, 'Назовите релизы').max(MOST_RELEASES),
  }),
  z.object({ change: z.literal('release_deleted'), release_id: id }),
  /** Withdraws all agreements of a release that companies know of; the release itself stays. */
  z.object({ change: z.literal('release_withdrawn'), release_id: id }),
  z.object({ change: z.literal('agreements_deleted'), ids: eachOnce(id).min(1).max(MOST_AGREEMENTS) }),
  z.object({ change: z.literal('agreements_withdrawn'), ids: eachOnce(id).min(1).max(MOST_AGREEMENTS) }),
  z.object({ change: z.literal('company_hidden'), company_id: id }),
  /** Moves a release to a closed step. */
  z.object({ change: z.literal('release_closed'), release_id: id }),
  /** Moves a closed release to another step. */
  z.object({ change: z.literal('release_reopened'), release_id: id }),
])
export type Intent = z.input<typeof intent>

/**
 * - `withdrawn`: approvals, offer and links end, and the people who were asked are notified by letter
 * - `gone`: the agreement is deleted; nobody outside knew of it
 * - `offered`: stays as it is; can be withdrawn together with the change
 * - `marked`: stays and waits for a decision by staff
 * - `called_off`: stays, and the people who were asked are notified by letter that the installation is cancelled
 * - `resumed`: is valid again, and the same people are notified by letter that the installation is not cancelled
 */
export const foreseenKind = z.enum(['withdrawn', 'called_off', 'resumed', 'gone', 'offered', 'marked'])

export const foreseen = z.object({
  agreement_id: id,
  release: ref,
  company,
  kind: foreseenKind,
  /** What happened, in the words that the company, or staff, will read. */
  said: z.string(),
  agreed: z.boolean(),
  releaseDate: day.nullable(),
  releaseTime: timeOfDay.nullable(),
  ...zonesOfDate,
  /**
   * Names or addresses of the company's people who get a letter when the agreement is withdrawn, called off or resumed;
   * empty when nobody does.
   */
  addressees: z.array(z.string()),
})
export type Foreseen = z.output<typeof foreseen>

export const foresee = endpoint({
  method: 'POST',
  path: '/agreements/consequences',
  access: 'staff',
  tool: { name: 'foresee_consequences', title: 'Что изменение значит для компаний' },
  reads: true,
  summary:
    'What a change would mean for the companies that were asked for approval, before it is made: which agreements would be withdrawn, removed or marked, and who would get a letter. Nothing is changed. 404 for no such release; agreements that do not exist are left out.',
  body: intent,
  reply: z.object({ consequences: z.array(foreseen) }),
})

export const withdraw = endpoint({
  method: 'POST',
  path: '/agreements/withdraw',
  access: 'staff',
  summary:
    'Withdraws several agreements that their companies know of in one action: approvals, offers and links end, and letters with `client_reason` are sent after a minute. Agreements with nothing to withdraw are left out; 422 when none remain.',
  body: z.object({
    ids: eachOnce(id).min(1, 'Выберите согласования').max(MOST_AGREEMENTS),
    client_reason: clientReason.optional(),
  }),
  reply: z.object({ message, withdrawn: z.array(id) }),
})

/** A change that can still be undone. */
export const withdrawalAct = z.object({
  act_id: id,
  said: z.string(),
  /** The letters are held back until then. */
  until: moment,
  agreements: z.array(z.object({ id, company: z.string(), release: z.string() })),
})
export type WithdrawalAct = z.output<typeof withdrawalAct>

export const withdrawals = endpoint({
  method: 'GET',
  path: '/agreements/withdrawals',
  access: 'staff',
  summary: "The caller's own actions that withdrew something within the last minute and can be undone, latest first.",
  reply: z.object({ acts: z.array(withdrawalAct) }),
})

export const undo = endpoint({
  method: 'POST',
  path: '/agreements/withdrawals/undo',
  access: 'staff',
  summary:
    'Undoes one of the caller’s actions that withdrew agreements, and cancels its letters: the release or company it was about is as before, and approvals, offers and links are valid again. 404 for an action of somebody else, 409 once a letter was sent or an agreement or its release was changed since.',
  body: z.object({ act_id: id }),
  reply: z.object({ message, agreements: z.array(id) }),
})
