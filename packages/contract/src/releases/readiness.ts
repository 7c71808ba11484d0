import * as z from 'zod'
import { openRemarks } from '../threads/threads.ts'
import { progress as trialProgress } from '../agreements/trials.ts'
import { company, day, id, moment, timeOfDay } from '../values.ts'

/** −1 for a company on the not-publishing list, otherwise the status of its agreement (product.md, "Rules"). */
export const customerStatus = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)])
export type CustomerStatus = z.output<typeof customerStatus>

/**
 * Why a company is waited for: no date was sent to it, it has not answered, its offer needs an answer, its date passed
 * without an answer, there is nobody to answer, the plan date is after its date, a remark is open, the scope has
 * changed, nothing was published on the test environment, or the agreed day is a closed one.
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

/** The kinds in words; the `reason` of a blocker may say more. */
export const blockerNames: Record<BlockerKind, string> = {
  not_asked: 'Дата не отправлена',
  waiting: 'Ждём ответа клиента',
  offer: 'Клиент предложил другую дату',
  passed: 'Дата прошла без ответа',
  nobody: 'Некому ответить',
  plan: 'Плановая дата позже даты установки',
  remark: 'Есть замечание',
  scope: 'Состав изменился после согласования',
  test: 'Не опубликовано на тестовом стенде',
  freeze: 'В день установки закрыто',
}

export const blocker = z.object({
  kind: blockerKind,
  /** The reason in Russian. */
  reason: z.string(),
  /** Id of the offer when `kind` is `offer`, otherwise of the agreement; null when there is none. */
  id: id.nullable(),
  /** Whether it keeps the release from being ready; otherwise it is only a warning. */
  holds: z.boolean(),
})
export type Blocker = z.output<typeof blocker>

const waitedFor = company.extend({
  status: customerStatus,
  agreement_id: id.nullable(),
  releaseDate: day.nullable(),
  releaseTime: timeOfDay.nullable(),
  /** The date has passed by the company's clock. */
  date_passed: z.boolean(),
  sent_at: moment.nullable(),
  /**
   * Progress of the company's trials of its requests; null when the release is not on test or has none of its requests.
   */
  trials: trialProgress.nullable(),
  open_remarks: openRemarks,
  /** Reasons that keep the release from being ready, in Russian. */
  reasons: z.array(z.string()),
  blockers: z.array(blocker),
})
export type WaitedFor = z.output<typeof waitedFor>

/** A company with the number of its requests in a release, or among those to be added. */
export const withRequests = company.extend({ requests: z.int().positive() })

/**
 * «3 из 5 согласовали»: how many companies have agreed, how many are expected to, and what the others still lack. A
 * release without companies is not ready.
 */
export const readiness = z.object({
  ready: z.boolean(),
  /** The release was closed without being handed over to anybody who was expected to agree: nobody is waited for. */
  called_off: z.boolean(),
  agreed: z.int().min(0),
  expected: z.int().min(0),
  waiting: z.array(waitedFor),
  /** Companies that do not hold up the release but have warnings. */
  warned: z.array(waitedFor),
  /**
   * Companies with requests in the release that are not among its companies: no date is sent and nothing is published
   * to them.
   */
  unnamed: z.array(withRequests),
})
export type Readiness = z.output<typeof readiness>
