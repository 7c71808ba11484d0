import * as z from 'zod'
import { MAX_REMARK } from './agreements.ts'
import { offer } from './agreement-shapes.ts'
import { endpoint } from './endpoint.ts'
import { proposal } from './offers.ts'
import { day, done, id, moment, timeOfDay } from './values.ts'

/** What a letter's link leads to: one agreement, one addressee, one answer. */
export const question = z.object({
  namecomp: z.string(),
  title: z.string(),
  releaseDate: day,
  releaseTime: timeOfDay.nullable(),
  /** By which clock times of day are meant: «МСК». */
  clock: z.string(),
  isPublishedOnTestEnv: z.boolean(),
  /** Null when the release is closed to clients: then there are no requests and no description either. */
  release_id: id.nullable(),
  /** HTML of the release. */
  description: z.string(),
  /** The company's own requests in the release. */
  requests: z.array(z.object({ id, e_title: z.string() })),
  /** A remark that is open already; a new one is added to it. */
  remark: z.string(),
  /** The name, or the address of somebody without an account, under which the answer is kept. */
  answers_as: z.string(),
  /** Who made the agreement and will see the answer. */
  author: z.string(),
  expires_at: moment,
  /** `true`, or why the date cannot be agreed any more: a colleague was first. */
  can_agree: z.union([z.literal(true), z.string()]),
  /** The date that a colleague has offered and staff have not answered yet. */
  offer: offer.pick({ releaseDate: true, releaseTime: true }).nullable(),
  /** `true`, or why no other date can be offered now. */
  can_offer: z.union([z.literal(true), z.string()]),
})
export type Question = z.output<typeof question>

/** 32 random bytes in base64url. */
const params = z.object({
  token: z
    .string()
    .length(43)
    .regex(/^[\w-]+$/),
})

export const ask = endpoint({
  method: 'GET',
  path: '/approve/:token',
  access: 'public',
  summary:
    'What the link of a letter asks; opening it answers nothing. 404 for an unknown link, 410 with the reason for one that was used, has expired or was taken back.',
  params,
  reply: question,
})

export const answer = endpoint({
  method: 'POST',
  path: '/approve/:token',
  access: 'public',
  summary:
    "The client's answer by a letter: agrees with the date, adds a remark, or offers another date. Uses the link up. 404 and 410 as above, 409 while another offer waits for an answer, 422 when the date is agreed already.",
  params,
  body: z.discriminatedUnion('answer', [
    z.object({ answer: z.literal('agree') }),
    z.object({
      answer: z.literal('remark'),
      remark: z.string().trim().min(1, 'Напишите, что не подходит').max(MAX_REMARK),
    }),
    proposal.extend({ answer: z.literal('offer') }),
  ]),
  reply: done,
})
