import * as z from 'zod'
import { id, moment, ref } from './values.ts'

/** Why a company gets nothing of the release, who said so and when. */
export const notPublishingEntry = z.object({
  idcomp: id,
  reason: z.string().nullable(),
  /** What the company was told. */
  client_reason: z.string().nullable(),
  user: ref,
  at: moment,
})
