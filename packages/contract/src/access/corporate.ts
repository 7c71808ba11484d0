import * as z from 'zod'
import { signedIn } from './auth.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Values that the browser keeps while the person is at the identity provider, and sends back together with its answer.
 */
const begun = z.object({
  state: z.string().min(1).max(200),
  nonce: z.string().min(1).max(200),
  code_verifier: z.string().min(43).max(128),
})

export const start = endpoint({
  method: 'POST',
  path: '/auth/corporate/start',
  access: 'public',
  summary:
    "Starts a sign-in through the company's own provider: where to send the browser (`url`), and what the browser keeps until it is sent back to /login/corporate. 422 where no provider is set up, 503 while it does not answer.",
  reply: begun.extend({ url: z.url() }),
})

export const finish = endpoint({
  method: 'POST',
  path: '/auth/corporate/finish',
  access: 'public',
  summary:
    'Completes the sign-in: `search` is the query string with which the provider sent the browser back. The answer is that of `POST /auth/login`; rights follow the person’s groups. 422 for a person who has no access here, for a blocked person and for an answer of another sign-in; 503 while the provider does not answer.',
  body: begun.extend({ search: z.string().max(8000) }),
  reply: signedIn,
})
