import { createHash, randomBytes } from 'node:crypto'

/**
 * What a record of a chain is and what its hash is made of (docs/decisions/0063). Texts stand in it by digests with a
 * salt of the record's own: erased, they leave a hash that still holds and says nothing of them.
 */

/** What a record says in words or values; the rest of it is numbers and names of the product. */
const TEXTS = ['before', 'after', 'note', 'address'] as const
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
  prev: Buffer
}

/** Of nothing; what the first record names as the one before. */
export const NO_HASH: Buffer = Buffer.alloc(32)

export const newSalt = (): Buffer => randomBytes(16)

/** JSON that is one text for one value: keys in order, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const digest = (salt: Buffer, name: string, value: unknown) =>
  value === null || value === undefined ? null : sha256(salt, `${name}\n`, canonical(value)).toString('hex')

/** What stands for the texts of a record in its hash. */
export function digestsOf(fields: RecordFields, salt: Buffer): Digests {
  const [before, after, note, address] = TEXTS.map((name) => digest(salt, name, fields[name]))
  return { before: before ?? null, after: after ?? null, note: note ?? null, address: address ?? null }
}

/** The hash of a record: of canonical JSON over all of it, with digests in place of texts. */
export function hashOf(fields: RecordFields, { chain, seq, prev }: RecordPlace, digests: Digests): Buffer {
  const { entity, entity_id, field, title, user_id, via, at } = fields
  const { before, after, note, address } = digests
  const said = { entity, entity_id, field, title, user_id, via, at, before, after, note, address }
  return sha256(canonical({ ...said, chain, seq, prev: prev.toString('hex') }))
}

/** The chain of a release and a company. */
export const chainOf = ({ release_id, company_id }: { release_id: number; company_id: number }): string =>
  `${release_id}/${company_id}`
