import { createHash, randomBytes } from 'node:crypto'
import { chainRecord } from '@vypusk/contract'

/**
 * Chained records as bytes, as they are stored (docs/decisions/0063); the contract defines what their hash is computed
 * from. Texts enter the hash only as digests, salted separately for each record: after they are erased the hash is
 * still valid and reveals nothing about them.
 */

type Digests = chainRecord.Digests
export type RecordFields = chainRecord.RecordFields

/** A record's place in a chain. */
export interface RecordPlace {
  chain: string
  seq: number
  prev: Buffer
}

/** The hash of no record: what the first record names as its predecessor. */
export const NO_HASH: Buffer = Buffer.alloc(32)

export const newSalt = (): Buffer => randomBytes(16)

export const { canonical } = chainRecord

/** SHA-256 in the form that the contract expects. */
export const sum: chainRecord.Sum = (bytes) => createHash('sha256').update(bytes).digest('hex')

function digest(salt: Buffer, name: string, value: unknown): string | null {
  const text = chainRecord.digestedText(name, value)
  return text === null ? null : createHash('sha256').update(salt).update(text).digest('hex')
}

/** Digests of a record's texts, which replace the texts in its hash. */
export const digestsOf = (fields: RecordFields, salt: Buffer): Digests => ({
  before: digest(salt, 'before', fields.before),
  after: digest(salt, 'after', fields.after),
  note: digest(salt, 'note', fields.note),
  address: digest(salt, 'address', fields.address),
})

/** The hash of a record: of canonical JSON over all its fields, with digests in place of texts. */
export const hashOf = (fields: RecordFields, { chain, seq, prev }: RecordPlace, digests: Digests): Buffer =>
  createHash('sha256')
    .update(chainRecord.sealedText(fields, { chain, seq, prev: prev.toString('hex') }, digests))
    .digest()

/** The name of the chain for a release and a company. */
export const chainOf = ({ release_id, company_id }: { release_id: number; company_id: number }): string =>
  `${release_id}/${company_id}`
