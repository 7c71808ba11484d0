import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idText, message, outcome } from './values.ts'

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/retry',
  access: 'staff',
  summary:
    'Tries one delivery once more, also one that arrived, and says how it went: `mail` of a letter, `ftp` of a copy. 422 while it is on its way.',
  params: z.object({ id: idText }),
  reply: z.object({ message, mail: outcome, ftp: outcome }),
})
