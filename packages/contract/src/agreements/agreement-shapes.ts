import * as z from 'zod'
import { openRemarks } from '../threads/threads.ts'
import { progress } from './trials.ts'
import { day, delivery, id, moment, ref, timeOfDay } from '../values.ts'

/** Statuses of an agreement (brief, section 4). They are never stored but derived from the two approvals. */
export const agreementStatuses = [
  { id: 0, name: 'Требуется' },
  { id: 1, name: 'Отправлено клиенту' },
  { id: 2, name: 'Согласовано' },
] as const
/** The names that clients read instead: they say whose turn it is. */
const turns = ['Готовит поставщик', 'Ждёт вашего ответа', 'Согласовано'] as const
/** Shown instead of a status where the release was closed without being handed over to the company. */
export const CALLED_OFF = -2
/** Shown instead of a status where the date passed before the client agreed to it: the provider appoints another one. */
export const PASSED = -3
/** Shown instead of a status where the company has got the release without agreeing: nobody waits for it any more. */
export const PUBLISHED = -4
/**
 * Shown to the client instead of a status where it has written a blocking remark or offered another date: the provider
 * answers next. Staff see the status, and what to answer beside it.
 */
export const PROVIDER_TURN = -5
/** Shown instead of a status where the date was withdrawn, and neither set nor asked about anew since. */
export const DATE_WITHDRAWN = -6
/** The bounds of what rows show as their status. */
export const SHOWN = { from: DATE_WITHDRAWN, to: 2 } as const
/**
 * The name of a status for people. Anything that is not a status of an agreement means −1: the company is on the
 * release's not-publishing list.
 * @param isRivc whether staff read it (the brief's names) or a client (whose turn it is)
 */
export function agreementStatusName(status: number, isRivc = true): string {
  if (status === CALLED_OFF) return 'Релиз закрыт'
  if (status === PASSED) return 'Дата прошла'
  if (status === PUBLISHED) return 'Релиз опубликован'
  if (status === PROVIDER_TURN) return 'Ждёт ответа поставщика'
  if (status === DATE_WITHDRAWN) return 'Дата снята'
  return (
    (isRivc ? agreementStatuses.find(({ id: known }) => known === status)?.name : turns[status]) ?? 'Не публикуется'
  )
}
/**
 * What is shown as the status of an agreement, or of a company in a release: its own, unless it does not matter any
 * more.
 */
export function shownStatus({
  status,
  not_publishing = false,
  called_off = false,
  published,
  date_passed,
  date_withdrawn,
}: Shown): number {
  if (not_publishing || status < 0) return -1
  if (called_off) return CALLED_OFF
  if (published && status < 2) return PUBLISHED
  if (status === 0 && date_withdrawn) return DATE_WITHDRAWN
  return status === 1 && date_passed ? PASSED : status
}
interface Shown {
  status: number
  not_publishing?: boolean
  called_off?: boolean
  date_passed: boolean
  date_withdrawn: boolean
  published: boolean
}
/** Whether the client has answered with an offer or a blocking remark that staff have not answered yet. */
export const isProviderTurn = (row: Turn): boolean =>
  'provider_turn' in row ? row.provider_turn : row.offer !== null || row.open_remarks.unanswered > 0
type Turn = { provider_turn: boolean } | { offer: object | null; open_remarks: { unanswered: number } }
/** The same for the agreement's client, to whom a status says whose turn it is. */
export function shownToClient(row: Shown & Turn): number {
  const status = shownStatus(row)
  return status === 1 && isProviderTurn(row) ? PROVIDER_TURN : status
}
/**
 * What an agreement waits for, as lists show it: for staff to answer the client's offer or remark or to appoint another
 * date, or for the client's answer; null when nothing is awaited.
 */
export function awaitedOf(row: Waiting): 'offer' | 'remark' | 'another_date' | 'client' | null {
  if (row.called_off || row.published) return null
  if (row.offer) return 'offer'
  if (isProviderTurn(row) && row.status === 1) return 'remark'
  if (shownStatus(row) === PASSED) return 'another_date'
  return row.waiting_days === null ? null : 'client'
}
interface Waiting extends Shown {
  offer: object | null
  open_remarks: { unanswered: number }
  waiting_days: number | null
}
/** What lists can be filtered by and are counted by: what their rows show, for staff by the brief's names. */
export const shownStatusesFor = (isRivc: boolean): { id: number; name: string }[] =>
  [0, 1, ...(isRivc ? [] : [PROVIDER_TURN]), 2, PASSED, DATE_WITHDRAWN, PUBLISHED, CALLED_OFF, -1].map((status) => ({
    id: status,
    name: agreementStatusName(status, isRivc),
  }))
export const agreementStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type AgreementStatus = z.output<typeof agreementStatus>

/**
 * What became of a date that a client offered. `lapsed`: the date was moved or agreed in the meantime, so the offer
 * needs no answer any more.
 */
export const offerState = z.enum(['open', 'accepted', 'declined', 'withdrawn', 'lapsed'])
export type OfferState = z.output<typeof offerState>

/** A date that a client offers instead of the one sent for approval. */
export const offer = z.object({
  id,
  releaseDate: day,
  releaseTime: timeOfDay.nullable(),
  /** The client's reason: plain text, may be empty. */
  reason: z.string(),
  state: offerState,
  /** Id 0 and the address as the name when the offer came through a letter's link from somebody without an account. */
  user: ref,
  created_at: moment,
  /** The reason staff gave when they declined the offer. */
  answer: z.string(),
  answered_by: ref.nullable(),
  answered_at: moment.nullable(),
})
export type Offer = z.output<typeof offer>

/** A date offered by the client that staff have not answered yet. */
export const openOffer = offer.pick({ id: true, releaseDate: true, releaseTime: true })

/** What is open between the two sides apart from the date. */
export const openMatters = {
  offer: openOffer.nullable(),
  open_remarks: openRemarks,
}

/** Whether the client can open the agreement's release. */
export const releaseAccess = {
  /** False when people of the client get the letter but cannot open the release. */
  is_visible_for_client: z.boolean(),
  /** The release if the agreement's company can open it; null when it is hidden or the company was taken off it. */
  open_release_id: id.nullable(),
}

/** The time zones in which a date is meant and shown. */
export const zonesOfDate = {
  /** The zone of the day and the time of day, such as «Europe/Moscow». */
  zone: z.string(),
  /** The company's own zone; null when it has none. */
  company_zone: z.string().nullable(),
}

/** Why nothing is installed on a date. */
export const endsOfDate = {
  /**
   * The release was closed without being handed over to the company: nothing is awaited or installed until it is
   * reopened or published.
   */
  called_off: z.boolean(),
  /** The date was withdrawn, and neither set nor asked about anew since: nothing is installed on it. */
  date_withdrawn: z.boolean(),
}

/** The delivery of one letter to one address. */
export const agreementDelivery = delivery.extend({ subject: z.string(), event_id: id })
export type AgreementDelivery = z.output<typeof agreementDelivery>

/** One release at one company: the agreement between them, or that there is none yet. */
export const matrixCell = z.object({
  release_id: id,
  company_id: id,
  /** Null while there is no agreement. */
  agreement_id: id.nullable(),
  /**
   * −1 when the company is on the release's not-publishing list, otherwise the agreement's status; 0 when there is
   * none.
   */
  status: z.union([z.literal(-1), agreementStatus]),
  ...endsOfDate,
  /** The date has passed by the company's clock. */
  date_passed: z.boolean(),
  /** The release was published to the company. */
  published: z.boolean(),
  releaseDate: day.nullable(),
  releaseTime: timeOfDay.nullable(),
  ...zonesOfDate,
  /** The remark that holds up the publication; empty when nothing does. */
  remark: z.string(),
  ...openMatters,
  sent_at: moment.nullable(),
  /**
   * Progress of the company's trials of its requests; null when the release is not on test or has none of its requests.
   */
  trials: progress.nullable(),
  /** Working days of the company since the date was sent to it; null when no answer from it is awaited. */
  waiting_days: z.int().min(0).nullable(),
})
export type MatrixCell = z.output<typeof matrixCell>

export const matrixRelease = z.object({
  id,
  title: z.string(),
  plan_date: day,
  /** Counted over all companies that are not on the not-publishing list, whatever the filters. */
  agreed: z.int(),
  expected: z.int(),
})
export type MatrixRelease = z.output<typeof matrixRelease>

/** Fields of an agreement's history that only staff read, with their notes. */
export const internalFields: readonly string[] = ['recipientsExtra', 'against', 'silent', 'ladder', 'scope_decision']
