import * as z from 'zod'
import { MAX_REMARK } from './agreements.ts'
import { offer, zonesOfDate } from './agreement-shapes.ts'
import { askedOfDates, datesOfAgreement } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { proposal } from './offers.ts'
import { scopeDifference, scopeSha } from './scopes.ts'
import { day, id, message, moment, timeOfDay } from './values.ts'

/** `true`, or why not. */
const ability = z.union([z.literal(true), z.string()])
const answerKind = z.enum(['agree', 'remark', 'offer'])
export type AnswerKind = z.output<typeof answerKind>

/** What a letter's link leads to: one agreement, one addressee, one answer. */
export const question = z.object({
  namecomp: z.string(),
  title: z.string(),
  releaseDate: day,
  releaseTime: timeOfDay.nullable(),
  ...zonesOfDate,
  /** By which clock times of day are meant: «МСК». */
  clock: z.string(),
  isPublishedOnTestEnv: z.boolean(),
  /** Null when the release is closed to clients: then there are no requests and no description either. */
  release_id: id.nullable(),
  /** HTML of the release. */
  description: z.string(),
  /** The company's own requests in the release. */
  requests: z.array(z.object({ id, e_title: z.string() })),
  /** What is agreed to beside the date, null of a release closed to clients; and what of it has changed since the last yes. */
  scope_sha: scopeSha.nullable(),
  scope_change: scopeDifference.nullable(),
  /** A remark that is open already; a new one is added to it. */
  remark: z.string(),
  /** What this link was used for; null while it waits. `answer` is null of links that did not keep it. */
  answered: z.object({ answer: answerKind.nullable(), at: moment, by: z.string() }).nullable(),
  /** Since when both sides agree with the date; `by` is null where the client's people are not told who it was. */
  agreed: z.object({ at: moment, by: z.string().nullable(), on_behalf: z.boolean() }).nullable(),
  /** The name, or the address of somebody without an account, under which the answer is kept. */
  answers_as: z.string(),
  /** The addressee can sign in and read the release there. */
  has_account: z.boolean(),
  /** Who asks, and the address to reach them by. */
  asker: z.object({ name: z.string(), email: z.string().nullable() }),
  /** Until which day an answer is wanted; null when nothing waits for one. */
  answer_by: day.nullable(),
  expires_at: moment,
  /** `true`, or why the date cannot be agreed any more: a colleague was first. */
  can_agree: ability,
  /** The date that a colleague has offered and staff have not answered yet. */
  offer: offer.pick({ releaseDate: true, releaseTime: true }).nullable(),
  /** `true`, or why no other date can be offered now. */
  can_offer: ability,
  /** `true`, or why nothing can be remarked by this link any more. */
  can_remark: ability,
})
export type Question = z.output<typeof question>

/** How long the secret of a link is: 32 random bytes in base64url. */
export const TOKEN_LENGTH = 43

/** A shorter one was not copied whole, which is a refusal of its own. */
const params = z.object({ token: z.string().min(1).max(200) })

export const ask = endpoint({
  method: 'GET',
  path: '/approve/:token',
  access: 'public',
  summary:
    'What the link of a letter asks; opening it answers nothing. A link that was used still reads, until it expires or its addressee is taken off. 404 for an unknown link and one that was not copied whole, 410 with the reason for one that has ended. Refusals carry `asker`: whom to write to.',
  params,
  reply: question,
})

export const answer = endpoint({
  method: 'POST',
  path: '/approve/:token',
  access: 'public',
  summary:
    "The client's answer by a letter: agrees with the date, adds a remark, or offers another date. A decision uses the link up, a remark does not. 404 and 410 as above, 410 also for a used one, 409 with `scope_change` when the scope is not the one that was shown, 409 while another offer waits for an answer, 422 when the date is agreed already.",
  params,
  body: z.discriminatedUnion('answer', [
    z.object({
      answer: z.literal('agree'),
      scope_sha: scopeSha.optional(),
      /** What is said with the yes: a remark that holds nothing up. */
      remark: z.string().trim().max(MAX_REMARK).default(''),
    }),
    z.object({
      answer: z.literal('remark'),
      remark: z.string().trim().min(1, 'Напишите, что не подходит').max(MAX_REMARK),
    }),
    proposal.extend({ answer: z.literal('offer') }),
  ]),
  /** What the link leads to now. */
  reply: z.object({ message, question }),
})

export const entry = endpoint({
  method: 'GET',
  // Programs name the entry by its file: the secret must not be what they show.
  path: '/approve/:token/vypusk.ics',
  access: 'public',
  summary: 'The date of a link as a calendar entry, the same one that its letter brought. 404 and 410 as above.',
  params,
  stream: 'bytes',
})

export const dates = endpoint({
  method: 'GET',
  path: '/approve/:token/nearest-date',
  access: 'public',
  summary:
    "The nearest date that fits the link's company, and what speaks against the day that is named in `day`: for whoever is about to offer another. 404 and 410 as above.",
  params,
  query: z.object({ ...askedOfDates, day: day.optional() }),
  reply: datesOfAgreement,
})
