import { agreements, type chain as chains } from '@vypusk/contract'

/**
 * Decides what the reader of a dossier may read of a chain: staff everything, a company what is not internal to the
 * provider.
 */

/** The reader: staff, or a company with the addresses that its people had when they were written to of the release. */
export type Reader = { idcomp: number; addresses: ReadonlySet<string> } | 'staff'

/** Fields that only staff may read, and the results of deliveries, which contain addresses of both sides. */
const STAFFS = [...agreements.internalFields, 'internal', 'delivery']

/** The fields whose records are closed to the reader. */
export const closedTo = (reader: Reader): readonly string[] => (reader === 'staff' ? [] : STAFFS)

export const isOwnAddress = (reader: Reader, address: string): boolean =>
  reader === 'staff' || reader.addresses.has(address.toLowerCase())

/** A stored record with the digests of its texts. */
interface Kept {
  record: chains.OpenRecord
  digests: NonNullable<chains.OpenRecord['digests']>
}

type Noted = Pick<chains.OpenRecord, 'entity' | 'entity_id' | 'user_id' | 'at' | 'note'>

/** Identifies a note and the change that it was recorded with. */
export const noteKey = ({ entity, entity_id, user_id, at, note }: Noted): string =>
  JSON.stringify([entity, entity_id, user_id, at, note])

/**
 * A record as it is written to the dossier. One that is internal to the provider is closed: only its hash is written.
 * One written by letter without an account contains an address that a client may not see, and older ones repeat the note
 * of a closed record of the same change: their texts are replaced by their digests.
 * @param closedNotes the notes of closed records
 */
export function recordFor(
  reader: Reader,
  { record, digests }: Kept,
  closedNotes: ReadonlySet<string>,
): chains.ChainRecord {
  const { chain, seq, prev, hash } = record
  if (closedTo(reader).includes(record.field)) return { chain, seq, prev, hash, closed: true }
  const isOthers = record.address && !isOwnAddress(reader, record.address)
  if (isOthers || (record.note && closedNotes.has(noteKey(record)))) {
    return { ...record, before: null, after: null, note: null, address: null, salt: null, digests }
  }
  return record
}
