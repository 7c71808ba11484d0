import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { company, idText, message, outcome } from './values.ts'

export const retryDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/:id/retry',
  access: 'staff',
  summary:
    'Tries one delivery once more, even if it arrived, and reports the result: `mail` for a letter, `ftp` for a copy. 404 for one that the caller is not shown: letters about accounts are shown to administrators, about the registry to people who may enter it. 422 while it is being sent.',
  params: z.object({ id: idText }),
  reply: z.object({ message, mail: outcome, ftp: outcome }),
})

const withdrawalLetters = z.object({
  /** How many letters would be sent. */
  letters: z.int().min(0),
  /** The companies that it reached of which nobody can be told. */
  silent: z.array(company),
})

export const ofWithdrawal = endpoint({
  method: 'GET',
  path: '/releases-ready/:id/withdrawal-letters',
  access: 'staff',
  summary:
    'How many letters withdrawing the publication would send: to its recipients, to people of its companies who have had it in hand, and where none of them is left to the deputy and head. Names the companies of which nobody can be told.',
  params: z.object({ id: idText }),
  reply: withdrawalLetters,
})

export type WithdrawalLetters = z.output<typeof withdrawalLetters>
