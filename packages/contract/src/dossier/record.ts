/**
 * What a record of a chain is and what its hash is made of (docs/decisions/0063), the same for whoever writes one and
 * whoever verifies one without a database. Bytes stand as lower-case hex.
 */

/** SHA-256 of bytes, in hex: each side brings its own. */
export type Sum = (bytes: Uint8Array) => string

/** What a record says in words or values; the rest of it is numbers and names of the product. */
export const TEXTS = ['before', 'after', 'note', 'address'] as const
export type Digests = Record<(typeof TEXTS)[number], string | null>

/** A row of the history, as far as its hash goes. */
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

/** Where a record stands. */
export interface RecordPlace {
  chain: string
  seq: number
  prev: string
}

/** Of nothing; what the first record names as the one before. */
export const NO_HASH = '0'.repeat(64)

/** JSON that is one text for one value: keys in order, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** What is digested of one text, after the salt; null where nothing was said. */
export const digestedText = (name: string, value: unknown): string | null =>
  value === null || value === undefined ? null : `${name}\n${canonical(value)}`

/** What is hashed of a record: all of it, with digests in place of texts. */
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
