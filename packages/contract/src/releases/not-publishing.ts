import * as z from 'zod'
import { id, moment, ref } from '../values.ts'

/** Why a company does not get the release, who decided so and when. */
export const notPublishingEntry = z.object({
  idcomp: id,
  reason: z.string().nullable(),
  /** The reason given to the company. */
  client_reason: z.string().nullable(),
  user: ref,
  at: moment,
})
