import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { orElse } from '../optional.ts'
import { pageOf, paging } from '../paging.ts'
import { delivery, deliveryCounts, idText } from '../values.ts'

export const list = endpoint({
  method: 'GET',
  path: '/releases-ready/:id/copies',
  access: 'staff',
  summary:
    "A publication's copies on the file server: failed ones first, then waiting ones. `counts` are of all, whatever `states` are asked for.",
  params: z.object({ id: idText }),
  query: z.object({ ...paging, states: orElse(z.enum(['all', 'unsent', 'sent']), 'all') }),
  reply: pageOf(delivery).extend({ counts: deliveryCounts }),
})
