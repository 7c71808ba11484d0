import * as z from 'zod'
import { openRemarks } from './threads.ts'
import { progress } from './trials.ts'
import { day, id, moment, ref, timeOfDay } from './values.ts'

/** The statuses of an agreement (brief, section 4); never stored, derived from the two approvals. */
export const agreementStatuses = [
  { id: 0, name: 'Требуется' },
  { id: 1, name: 'Отправлено клиенту' },
  { id: 2, name: 'Согласовано' },
] as const
/** What a client reads instead: whose turn it is. */
const turns = ['Готовит поставщик', 'Ждёт вашего ответа', 'Согласовано'] as const
/**
 * As people read it; what is none of them is −1, on the release's not-publishing list.
 * @param isRivc by whom: staff read the brief's words, a client whose turn it is
 */
export const agreementStatusName = (status: number, isRivc = true): string =>
  (isRivc ? agreementStatuses.find(({ id: known }) => known === status)?.name : turns[status]) ?? 'Не публикуется'
export const agreementStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type AgreementStatus = z.output<typeof agreementStatus>

/**
 * What became of a date that a client offered. `lapsed`: the date was moved or agreed meanwhile, so
 * nobody has to answer any more.
 */
export const offerState = z.enum(['open', 'accepted', 'declined', 'withdrawn', 'lapsed'])
export type OfferState = z.output<typeof offerState>

/** Another date that a client offers instead of the one that is asked for. */
export const offer = z.object({
  id,
  releaseDate: day,
  releaseTime: timeOfDay.nullable(),
  /** The client's words; plain text, may be empty. */
  reason: z.string(),
  state: offerState,
  /** Id 0 and the address for whoever offered it by a letter without an account. */
  user: ref,
  created_at: moment,
  /** Staff's words when they declined. */
  answer: z.string(),
  answered_by: ref.nullable(),
  answered_at: moment.nullable(),
})
export type Offer = z.output<typeof offer>

/** Another date that the client offers and staff have not answered yet. */
export const openOffer = offer.pick({ id: true, releaseDate: true, releaseTime: true })

/** What is open between the sides beside the date. */
export const openMatters = {
  offer: openOffer.nullable(),
  open_remarks: openRemarks,
}

/** By whose clocks a date is read. */
export const zonesOfDate = {
  /** The zone that the day and the time of day are meant in: «Europe/Moscow». */
  zone: z.string(),
  /** The company's; null where it has none of its own. */
  company_zone: z.string().nullable(),
}

/** One company of one release: what is agreed with it, or that it is still to be. */
export const matrixCell = z.object({
  release_id: id,
  company_id: id,
  /** Null while there is no agreement. */
  agreement_id: id.nullable(),
  /** −1: on the release's not-publishing list; else as of an agreement, 0 when there is none. */
  status: z.union([z.literal(-1), agreementStatus]),
  releaseDate: day.nullable(),
  releaseTime: timeOfDay.nullable(),
  ...zonesOfDate,
  /** What holds the publication up; empty where nothing does. */
  remark: z.string(),
  ...openMatters,
  sent_at: moment.nullable(),
  /** How far the company is with trying its requests; null where the release is not on test or has none of them. */
  trials: progress.nullable(),
  /** Working days of the company since it was asked; null where its word is not waited for. */
  waiting_days: z.int().min(0).nullable(),
})
export type MatrixCell = z.output<typeof matrixCell>

export const matrixRelease = z.object({
  id,
  title: z.string(),
  plan_date: day,
  /** Of all its companies that are not on the not-publishing list, whatever is filtered. */
  agreed: z.int(),
  expected: z.int(),
})
export type MatrixRelease = z.output<typeof matrixRelease>
