import * as z from 'zod'
import { day, id, moment, timeOfDay } from './values.ts'

/** The statuses of an agreement (brief, section 4); never stored, derived from the two approvals. */
export const agreementStatuses = [
  { id: 0, name: 'Требуется' },
  { id: 1, name: 'Отправлено клиенту' },
  { id: 2, name: 'Согласовано' },
] as const
export const agreementStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type AgreementStatus = z.output<typeof agreementStatus>

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
  remark: z.string(),
  sent_at: moment.nullable(),
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
