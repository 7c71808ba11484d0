import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idText, message, outcome } from './values.ts'

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/retry',
  access: 'staff',
  summary: 'Sends one delivery once more and says how it went; 422 when it has arrived or is on its way already.',
  params: z.object({ id: idText }),
  reply: z.object({ message, mail: outcome }),
})
