import { isApiError } from './api-error.ts'

/** How the thing is now that a save made from an earlier version was refused for (409); undefined for any other error. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever calls an endpoint knows what its 409 carries
export const currentOf = <Current>(error: unknown): Current | undefined =>
  // What the endpoint's refusal carries is the very thing its reply carries.
  isApiError(error) && error.status === 409 ? (error.data['current'] as Current | undefined) : undefined
