/**
 * The format of a chained record and what its hash is computed from (docs/decisions/0063), shared by the code that
 * writes records and by the code that verifies them without a database. Bytes are written as lower-case hex.
 */

/** SHA-256 of bytes as hex; server and browser each pass their own implementation. */
export type Sum = (bytes: Uint8Array) => string

/** Fields of a record that hold people's texts or values. The others are numbers and names defined by the product. */
export const TEXTS = ['before', 'after', 'note', 'address'] as const
export type Digests = Record<(typeof TEXTS)[number], string | null>

/** The fields of a history row that its hash covers. */
export interface RecordFields {
  entity: string
  entity_id: number
  field: string
  title: string
  before: unknown
  after: unknown
  note: string | null
  address: string | null
  user_id: number | null
  via: string
  at: string
}

/** A record's place in a chain. */
export interface RecordPlace {
  chain: string
  seq: number
  prev: string
}

/** The hash of no record: what the first record names as its predecessor. */
export const NO_HASH = '0'.repeat(64)

/** JSON with sorted keys and no spaces, so that equal values give equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** The text that is digested for one field, after the salt; null for an empty field. */
export const digestedText = (name: string, value: unknown): string | null =>
  value === null || value === undefined ? null : `${name}\n${canonical(value)}`

/** The text that a record's hash is computed from: all of its fields, with digests in place of texts. */
export function sealedText(fields: RecordFields, { chain, seq, prev }: RecordPlace, digests: Digests): string {
  const { entity, entity_id, field, title, user_id, via, at } = fields
  const { before, after, note, address } = digests
  return canonical({
    entity,
    entity_id,
    field,
    title,
    user_id,
    via,
    at,
    before,
    after,
    note,
    address,
    chain,
    seq,
    prev,
  })
}
