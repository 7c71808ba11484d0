import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { isExcel, ordering, pageOf, paging } from '../paging.ts'
import { eachOnce } from '../each-once.ts'
import { company, day, delivery, done, id, idsText, moment, MOST_IDS, ref, searchText } from '../values.ts'
import { orElse } from '../optional.ts'

/** Everything that was sent out, over any channel (product.md, "Letters, files, FTP"). */

export const deliveryRow = delivery.extend({
  /** Subject of a letter, or file of a copy. */
  subject: z.string(),
  /** The thing that it reports. */
  entity: z.string(),
  entity_id: id,
  /** The company that the address or folder belongs to; null for the provider's own people. */
  company: company.nullable(),
  /** The person who had the address when the letter was written; null for a bare address and for a folder. */
  person: ref.nullable(),
  /** Time of the next attempt; null when there will be none, or when one is being made now. */
  next_at: moment.nullable(),
})
export type DeliveryRow = z.output<typeof deliveryRow>

const filters = {
  kind: orElse(z.enum(['all', 'mail', 'ftp']), 'all'),
  search_string: searchText(200).optional(),
  date_from: day.optional(),
  date_to: day.optional(),
}

const counts = z.object({ failed: z.int().min(0), queued: z.int().min(0), sent: z.int().min(0) })

export const list = endpoint({
  method: 'GET',
  path: '/admin/deliveries',
  access: 'admin',
  replica: true,
  summary:
    'Letters and copies with the state of each: failed ones first, then waiting ones, newest first. `counts` apply the filters without `state`. With `isExcel` a workbook deliveries_<from>_<to>.xlsx of all of them.',
  query: z.object({
    ...filters,
    state: z.enum(['all', 'failed', 'queued', 'sent']).default('all'),
    client_ids: idsText,
    ...paging,
    ...ordering('state', 'id', 'at'),
    isExcel,
  }),
  reply: pageOf(deliveryRow).extend({ counts }),
  stream: 'excel',
})

const MOST_AT_ONCE = 500

export const retry = endpoint({
  method: 'POST',
  path: '/admin/deliveries/retry',
  access: 'admin',
  summary:
    'Sends failed deliveries again, and of `ids` also those waiting between two tries: the ones named, or all that the filters find. Of two simultaneous calls the second finds nothing left, so nothing is sent twice. `retried` says how many; 422 when copies are requested and there is no FTP server.',
  body: z.union([
    z.strictObject({ ids: eachOnce(id).min(1).max(MOST_AT_ONCE) }),
    z.object({ ...filters, client_ids: orElse(eachOnce(id).max(MOST_IDS), []) }),
  ]),
  reply: done.extend({ retried: z.int().min(0) }),
})
