import * as z from 'zod'
import { MAX_REMARK } from './agreements.ts'
import { offer, zonesOfDate } from './agreement-shapes.ts'
import { askedOfDates, datesOfAgreement, objection } from './dates.ts'
import { endpoint } from '../endpoint.ts'
import { proposal } from './offers.ts'
import { scope, scopeDifference, scopeSha } from './scopes.ts'
import { day, freeText, id, message, moment, requiredText, timeOfDay } from '../values.ts'
import { orElse } from '../optional.ts'

/** `true`, or the reason why it is not possible. */
const ability = z.union([z.literal(true), z.string()])
const answerKind = z.enum(['agree', 'remark', 'offer'])
export type AnswerKind = z.output<typeof answerKind>

/** What the link in a letter opens: one agreement, for one addressee, to be answered once. */
export const question = z.object({
  namecomp: z.string(),
  title: z.string(),
  releaseDate: day,
  releaseTime: timeOfDay.nullable(),
  ...zonesOfDate,
  /** Short name of the clock that times of day refer to, such as «МСК». */
  clock: z.string(),
  isPublishedOnTestEnv: z.boolean(),
  /** Null when clients may not see the release; then there are no requests and no description either. */
  release_id: id.nullable(),
  /** The release's description as HTML, as it is now; what is agreed to is in `scope`. */
  description: z.string(),
  /** The company's own requests in the scope, without their texts. */
  requests: z.array(z.object({ id, e_title: z.string() })),
  /** What is agreed to apart from the date; null when clients may not see the release. */
  scope: scope.nullable(),
  /**
   * The sum of that scope (null when clients may not see the release), and what of it has changed since
   * the last approval.
   */
  scope_sha: scopeSha.nullable(),
  scope_change: scopeDifference.nullable(),
  /** Objections to the date; empty when it has passed, was published or is called off. */
  objections: z.array(objection),
  /** A remark that is open already; a new one is added to it. */
  remark: z.string(),
  /** The answer given by this link; null while there is none. `answer` is null for links that did not record it. */
  answered: z.object({ answer: answerKind.nullable(), at: moment, by: z.string() }).nullable(),
  /** Since when both sides agree on the date. `by` is null when people of the client may not know who approved. */
  agreed: z.object({ at: moment, by: z.string().nullable(), on_behalf: z.boolean() }).nullable(),
  /** The name under which the answer is recorded, or the address when the addressee has no account. */
  answers_as: z.string(),
  /** The addressee can sign in and read the release there. */
  has_account: z.boolean(),
  /** Who sent the date, and their address. */
  asker: z.object({ name: z.string(), email: z.string().nullable() }),
  /** The last day for an answer; null when none is awaited. */
  answer_by: day.nullable(),
  expires_at: moment,
  /** `true`, or why the date can no longer be agreed, for instance because a colleague answered first. */
  can_agree: ability,
  /** A date that a colleague has offered and staff have not answered yet. */
  offer: offer.pick({ releaseDate: true, releaseTime: true }).nullable(),
  /** `true`, or why another date cannot be offered now. */
  can_offer: ability,
  /** `true`, or why no remark can be made by this link any more. */
  can_remark: ability,
})
export type Question = z.output<typeof question>

/** Length of a link's secret: 32 random bytes in base64url. */
export const TOKEN_LENGTH = 43

/** Shorter than TOKEN_LENGTH is accepted here, so that an incompletely copied link gets its own message. */
const params = z.object({ token: z.string().min(1).max(200) })

export const ask = endpoint({
  method: 'GET',
  path: '/approve/:token',
  access: 'public',
  summary:
    'What the link of a letter asks for; opening it does not answer anything. A used link can still be read, until it expires or its addressee is removed. 404 for an unknown link and one that was not copied completely, 410 with the reason for one that has ended. Refusals contain `asker`: the person to write to.',
  params,
  reply: question,
})

export const answer = endpoint({
  method: 'POST',
  path: '/approve/:token',
  access: 'public',
  summary:
    "The client's answer by the link of a letter: approves the date, adds a remark, or offers another date. A decision uses the link up, a remark does not. 404 and 410 as for reading the link, 410 also for a used one, 409 with `scope_change` when the scope is not the one that was shown, 409 while another offer waits for an answer, 422 when the date is already approved.",
  params,
  body: z.discriminatedUnion('answer', [
    z.object({
      answer: z.literal('agree'),
      scope_sha: scopeSha.optional(),
      /** A remark given along with the approval; it does not hold up the publication. */
      remark: orElse(freeText(MAX_REMARK), ''),
    }),
    z.object({
      answer: z.literal('remark'),
      remark: requiredText(MAX_REMARK, 'Напишите, что не подходит'),
    }),
    proposal.extend({ answer: z.literal('offer') }),
  ]),
  /** The agreement after the answer. */
  reply: z.object({ message, question }),
  creates: true,
})

export const entry = endpoint({
  method: 'GET',
  // Calendar programs name the entry after the file, so the file name must not contain the secret.
  path: '/approve/:token/vypusk.ics',
  access: 'public',
  summary:
    'The date of a link as a calendar entry, the same one that its letter contained. 404 and 410 as for reading the link.',
  params,
  stream: 'calendar',
})

export const dates = endpoint({
  method: 'GET',
  path: '/approve/:token/nearest-date',
  access: 'public',
  summary:
    "The nearest date that suits the link's company, and what conflicts with the day given in `day`, for somebody about to offer another date. 404 and 410 as for reading the link.",
  params,
  query: z.object({ ...askedOfDates, day: day.optional() }),
  reply: datesOfAgreement,
})
