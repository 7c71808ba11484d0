import type { chain as chains } from '@vypusk/contract'

/** What of a chain the reader of a dossier may read: staff everything, a company what is not the provider's own. */

/** Who reads: staff, or a company by the addresses of its people. */
export type Reader = { addresses: ReadonlySet<string> } | 'staff'

/** Fields that are told to staff only, and outcomes of deliveries, which name addresses of both sides. */
const STAFFS = ['recipientsExtra', 'against', 'internal', 'delivery']

/** Fields whose records the reader may not read. */
export const closedTo = (reader: Reader): readonly string[] => (reader === 'staff' ? [] : STAFFS)

export const isOwnAddress = (reader: Reader, address: string): boolean =>
  reader === 'staff' || reader.addresses.has(address.toLowerCase())

/** A kept record and what stands for its texts. */
interface Kept {
  record: chains.OpenRecord
  digests: NonNullable<chains.OpenRecord['digests']>
}

/**
 * A record as it stands in the dossier. What is the provider's own is closed: its hash alone. What somebody without an
 * account said by a letter names an address that a client is not told: its texts stand by their digests.
 */
export function recordFor(reader: Reader, { record, digests }: Kept): chains.ChainRecord {
  const { chain, seq, prev, hash } = record
  if (closedTo(reader).includes(record.field)) return { chain, seq, prev, hash, closed: true }
  if (record.address && !isOwnAddress(reader, record.address)) {
    return { ...record, before: null, after: null, note: null, address: null, salt: null, digests }
  }
  return record
}
