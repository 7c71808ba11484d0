import type { AnyEndpoint } from './endpoint.ts'

const NAMED = /\b[2-5]\d\d\b/g

/**
 * Statuses that any call may be answered with: the request is unreadable or too large, comes too often, or the database
 * is unavailable.
 */
const ANYWHERE = [400, 413, 429, 503]

/**
 * Returns every status that an endpoint may answer with: those that follow from its declaration (api.md, Conventions),
 * and those named in its summary. The API proof checks every answer against them.
 */
export function statusesOf(endpoint: AnyEndpoint): number[] {
  const { access, params, query, body, creates, multipart, reply, summary } = endpoint
  return [
    ...new Set([
      ...(reply || endpoint.stream ? [200] : []),
      ...ANYWHERE,
      ...(access === 'public' ? [] : [401, 403]),
      ...(params ? [404] : []),
      // The standard used by directories has no 422.
      ...((query || body || multipart) && access !== 'directory' ? [422] : []),
      ...(creates ? [409, 422] : []),
      ...(summary.match(NAMED) ?? []).map(Number),
    ]),
  ].toSorted((a, b) => a - b)
}
