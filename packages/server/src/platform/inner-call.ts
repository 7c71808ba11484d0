import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Call } from './call.ts'

/**
 * Makes another call of the API within a call, in the name of the same person and from the same address. It is an ordinary
 * request: rights, limits, keys, refusals and history are those of its endpoint.
 */
export const callWithin = (
  { request, token, address }: Pick<Call, 'request' | 'token' | 'address'>,
  { headers, ...inner }: InjectOptions,
): Promise<LightMyRequestResponse> =>
  request.server.inject({
    ...inner,
    remoteAddress: address,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
