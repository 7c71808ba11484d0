import { cutName, files, isLongerThan, isVisible, readable } from '@vypusk/contract'

/** Without control characters, and without marks that turn the writing round to disguise an extension (`exe.txt`). */
const legible = (text: string) =>
  readable(text)
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
/** The name of a file without a usable name. */
const NAMELESS = 'Файл'

/**
 * The name that a file is stored under: without path and invisible characters, at most 255 characters with the
 * extension kept.
 */
export function cleanName(sent: string | undefined): string {
  const base = (sent ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = legible(base)
  return !isVisible(name) || /^\.+$/.test(name) ? NAMELESS : cutName(name, files.MAX_FILE_NAME)
}

/** The name of a file in a form, where a quote is sent as `%22` (HTML, "multipart/form-data encoding"). */
export const nameInForm = (sent: string | undefined): string => cleanName(sent?.replaceAll('%22', '"'))

/** The text of a `version` field as it is stored; undefined if it is too long, because the end of a version matters. */
export function cleanVersion(sent: unknown): string | undefined {
  const version = legible(typeof sent === 'string' ? sent : '')
  return isLongerThan(version, files.MAX_FILE_VERSION) ? undefined : version
}

/** The first and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14.2). One range is served; several, or an invalid one,
 * are ignored as the RFC allows.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!found) return 'whole'
  const [, first = '', last = ''] = found
  if (first === '') return last === '' ? 'whole' : lastBytes(Number(last), size)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

const lastBytes = (count: number, size: number): ByteRange | 'unsatisfiable' =>
  count === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(size - count, 0), end: size - 1 }

/** The bytes given in `Upload-Length`; undefined if it is not a number. */
export const lengthOf = (header: unknown): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined

/** Parses `Upload-Metadata`: `filename 0K8=,version MQ==`, with values in base64 (tus 1.0.0, "Upload-Metadata"). */
export function metadataOf(header: unknown): Record<string, string> {
  if (typeof header !== 'string') return {}
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return Object.fromEntries(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString()]))
}
