import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idText, message, outcome } from './values.ts'

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/retry',
  access: 'staff',
  summary:
    'Tries one delivery once more, even if it arrived, and reports the result: `mail` for a letter, `ftp` for a copy. 404 for one that the caller is not shown: letters about accounts are shown to administrators, about the registry to people who may enter it. 422 while it is being sent.',
  params: z.object({ id: idText }),
  reply: z.object({ message, mail: outcome, ftp: outcome }),
})
