import { isApiError } from './api-error.ts'

/**
 * Returns the current state of the thing when a save made from an earlier version was refused (409); undefined for any
 * other error.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller of an endpoint knows what its 409 carries
export const currentOf = <Current>(error: unknown): Current | undefined =>
  // The refusal carries the same type as the endpoint's reply.
  isApiError(error) && error.status === 409 ? (error.data['current'] as Current | undefined) : undefined
