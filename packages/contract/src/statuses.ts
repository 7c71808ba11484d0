import type { AnyEndpoint } from './endpoint.ts'

const NAMED = /\b[2-5]\d\d\b/g

/** What any call may be answered with: it could not be read, it asks too often, the database is away. */
const ANYWHERE = [400, 413, 429, 503]

/**
 * Every status an endpoint answers with: those of its form (api.md, Conventions), and those its
 * summary names. The proof holds every answer against them.
 */
export function statusesOf(endpoint: AnyEndpoint): number[] {
  const { access, params, query, body, creates, multipart, reply, summary } = endpoint
  return [
    ...new Set([
      ...(reply || endpoint.stream ? [200] : []),
      ...ANYWHERE,
      ...(access === 'public' ? [] : [401, 403]),
      ...(params ? [404] : []),
      // The standard that directories speak has no 422.
      ...((query || body || multipart) && access !== 'directory' ? [422] : []),
      ...(creates ? [409, 422] : []),
      ...(summary.match(NAMED) ?? []).map(Number),
    ]),
  ].toSorted((a, b) => a - b)
}
