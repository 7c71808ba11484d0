import * as z from 'zod'
import { openRemarks } from './threads.ts'
import { progress as trialProgress } from './trials.ts'
import { company, day, id, moment, timeOfDay } from './values.ts'

/** −1 in the not-publishing list, else the status of the company's agreement (product.md, "Rules"). */
export const customerStatus = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)])
export type CustomerStatus = z.output<typeof customerStatus>

/**
 * What a company is waited for: it was not asked, it has not answered, its offer, a date that passed unanswered, nobody is
 * there to answer, a plan date later than its date, a remark, a changed scope, the test environment, an agreed day of no work.
 */
export const blockerKind = z.enum([
  'not_asked',
  'waiting',
  'offer',
  'passed',
  'nobody',
  'plan',
  'remark',
  'scope',
  'test',
  'freeze',
])
export type BlockerKind = z.output<typeof blockerKind>

export const blocker = z.object({
  kind: blockerKind,
  /** In Russian. */
  reason: z.string(),
  /** What to act on: the offer of `offer`, else the agreement; null where there is none. */
  id: id.nullable(),
  /** The release is not ready because of it; otherwise it is only said. */
  holds: z.boolean(),
})
export type Blocker = z.output<typeof blocker>

const waitedFor = company.extend({
  status: customerStatus,
  agreement_id: id.nullable(),
  releaseDate: day.nullable(),
  releaseTime: timeOfDay.nullable(),
  sent_at: moment.nullable(),
  /** How far it is with trying its requests; null where the release is not on test or has none of them. */
  trials: trialProgress.nullable(),
  open_remarks: openRemarks,
  /** What holds the release, in Russian. */
  reasons: z.array(z.string()),
  blockers: z.array(blocker),
})
export type WaitedFor = z.output<typeof waitedFor>

/** A company with so many requests in a release, or on the way to it. */
export const withRequests = company.extend({ requests: z.int().positive() })

/**
 * «3 из 5 согласовали»: how many agreed, of how many are waited for, and what the others still lack. A release without
 * companies is not ready.
 */
export const readiness = z.object({
  ready: z.boolean(),
  agreed: z.int().min(0),
  expected: z.int().min(0),
  waiting: z.array(waitedFor),
  /** Companies that hold nothing and have something said of them. */
  warned: z.array(waitedFor),
  /** Companies with requests in the release that it does not name: nobody asks them, nobody publishes to them. */
  unnamed: z.array(withRequests),
})
export type Readiness = z.output<typeof readiness>
