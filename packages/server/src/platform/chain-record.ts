import { createHash, randomBytes } from 'node:crypto'
import { chainRecord } from '@vypusk/contract'

/**
 * Records of a chain in bytes, as they are written (docs/decisions/0063); the contract says what their hash is made of.
 * Texts stand in it by digests with a salt of the record's own: erased, they leave a hash that still holds and says
 * nothing of them.
 */

type Digests = chainRecord.Digests
export type RecordFields = chainRecord.RecordFields

/** Where a record stands. */
export interface RecordPlace {
  chain: string
  seq: number
  prev: Buffer
}

/** Of nothing; what the first record names as the one before. */
export const NO_HASH: Buffer = Buffer.alloc(32)

export const newSalt = (): Buffer => randomBytes(16)

export const { canonical } = chainRecord

/** SHA-256 as the contract asks for it. */
export const sum: chainRecord.Sum = (bytes) => createHash('sha256').update(bytes).digest('hex')

function digest(salt: Buffer, name: string, value: unknown): string | null {
  const text = chainRecord.digestedText(name, value)
  return text === null ? null : createHash('sha256').update(salt).update(text).digest('hex')
}

/** What stands for the texts of a record in its hash. */
export const digestsOf = (fields: RecordFields, salt: Buffer): Digests => ({
  before: digest(salt, 'before', fields.before),
  after: digest(salt, 'after', fields.after),
  note: digest(salt, 'note', fields.note),
  address: digest(salt, 'address', fields.address),
})

/** The hash of a record: of canonical JSON over all of it, with digests in place of texts. */
export const hashOf = (fields: RecordFields, { chain, seq, prev }: RecordPlace, digests: Digests): Buffer =>
  createHash('sha256')
    .update(chainRecord.sealedText(fields, { chain, seq, prev: prev.toString('hex') }, digests))
    .digest()

/** The chain of a release and a company. */
export const chainOf = ({ release_id, company_id }: { release_id: number; company_id: number }): string =>
  `${release_id}/${company_id}`
