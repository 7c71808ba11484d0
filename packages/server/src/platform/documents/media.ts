import type { AnyEndpoint } from '@vypusk/contract'

/** The media types of replies, by the words that endpoints have for them. */
export const MEDIA = {
  json: 'application/json',
  workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  zip: 'application/zip',
  calendar: 'text/calendar',
  bytes: 'application/octet-stream',
  message: 'application/json',
  events: 'text/event-stream',
  /** What directories send and are answered (RFC 7644, 3.1). */
  directory: 'application/scim+json',
} as const

/** The media type of what an endpoint sends other than the JSON of its `reply`; undefined if that is all it sends. */
export function streamTypeOf({ access, stream }: AnyEndpoint): string | undefined {
  if (access === 'directory') return MEDIA.directory
  if (stream === undefined || stream === 'headers') return undefined
  return MEDIA[stream === 'excel' ? 'workbook' : stream]
}

/** Every media type that a reply of an endpoint may have. */
export function typesOf(endpoint: AnyEndpoint, status: number): string[] {
  if (status >= 400) return [endpoint.access === 'directory' ? MEDIA.directory : MEDIA.json]
  const type = streamTypeOf(endpoint)
  return [...(endpoint.reply ? [MEDIA.json] : []), ...(type === undefined ? [] : [type])]
}
