import {
  digestedText,
  NO_HASH,
  sealedText,
  TEXTS,
  type Digests,
  type RecordFields,
  type RecordPlace,
  type Sum,
} from './record.ts'

/** A record's place in its chain and its seal; null for records that were never sealed. */
interface Sealing {
  chain: string
  seq: number | null
  prev: string | null
  hash: string | null
}

/** A record with its texts, or with their digests when the texts were erased or are not for this reader. */
export interface OpenRecord extends RecordFields, Sealing {
  salt: string | null
  digests: Digests | null
}

/** A record whose content this reader may not see: only its place and its hash. */
export interface ClosedRecord extends Sealing {
  closed: true
}

export type ChainRecord = OpenRecord | ClosedRecord
type SealedRecord = ChainRecord & { seq: number; prev: string; hash: string }

export type FaultKind = 'changed' | 'missing' | 'swapped' | 'added'

/** The first thing that is wrong: the place in the chain, the record found there, and what was done to it. */
export interface ChainFault {
  seq: number
  record: ChainRecord | null
  kind: FaultKind
  message: string
}

export interface ChainVerdict {
  chain: string
  /** Number of valid records before the first invalid one. */
  records: number
  fault: ChainFault | null
}

/** The end of a chain. */
export interface ChainHead {
  chain: string
  seq: number
  hash: string
}

const sentences: Record<FaultKind, (seq: number) => string> = {
  changed: (seq) => `Запись ${seq} изменена`,
  missing: (seq) => `Записи ${seq} нет`,
  swapped: (seq) => `На месте записи ${seq} стоит другая`,
  added: (seq) => `Запись ${seq} добавлена не системой`,
}

const fault = (kind: FaultKind, seq: number, record: ChainRecord | null): ChainFault => ({
  seq,
  record,
  kind,
  message: sentences[kind](seq),
})

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
export const isClosed = (record: ChainRecord): record is ClosedRecord => 'closed' in record
const isSealed = (record: ChainRecord): record is SealedRecord =>
  record.seq !== null && record.prev !== null && record.hash !== null

const utf8 = new TextEncoder()

/** The bytes of the salt followed by the text. */
function salted(salt: string, text: string): Uint8Array {
  const encoded = utf8.encode(text)
  const bytes = new Uint8Array(salt.length / 2 + encoded.length)
  for (let n = 0; n < salt.length / 2; n += 1) bytes[n] = Number.parseInt(salt.slice(n * 2, n * 2 + 2), 16)
  bytes.set(encoded, salt.length / 2)
  return bytes
}

function digestsOf(record: OpenRecord, salt: string, sum: Sum): Digests {
  const digests = TEXTS.map((name) => {
    const text = digestedText(name, record[name])
    return [name, text === null ? null : sum(salted(salt, text))]
  })
  return Object.fromEntries(digests) as Digests
}

/** For erased texts, the digests that were kept. A record with other texts in their place has no valid digests. */
function digestsKept(record: OpenRecord, sum: Sum): Digests | null {
  if (record.salt) return digestsOf(record, record.salt, sum)
  return TEXTS.every((name) => isNothing(record[name])) ? record.digests : null
}

/** Checks the records of one chain in order. */
class Follower {
  readonly chain: string
  readonly sealed: SealedRecord[]
  readonly sum: Sum

  constructor(chain: string, sealed: SealedRecord[], sum: Sum) {
    this.chain = chain
    this.sealed = sealed
    this.sum = sum
  }

  /** Whether the record's content matches the hash that was sealed at this place. */
  holds(record: SealedRecord, place: SealedRecord): boolean {
    // Its content is not available; the record after it confirms its hash.
    if (isClosed(record)) return record === place
    const digests = digestsKept(record, this.sum)
    const where: RecordPlace = { chain: this.chain, seq: place.seq, prev: place.prev }
    return digests !== null && this.sum(utf8.encode(sealedText(record, where, digests))) === place.hash
  }

  /** Finds out what is wrong with a record that does not follow the one before it. */
  faultAt(seq: number, prev: string, before: SealedRecord | undefined): ChainFault {
    const here = this.sealed.filter((one) => one.seq === seq)
    const next = this.sealed.find((one) => one.prev === prev)
    const [record] = here
    if (!record) return next ? fault('swapped', seq, next) : fault('missing', seq, null)
    if (here.length > 1) {
      const added = here.find((one) => one.prev !== prev || !this.holds(one, one)) ?? here.at(-1)
      return fault('added', seq, added ?? null)
    }
    const isElsewhere = this.sealed.some(
      (one) => one !== record && (this.holds(record, one) || this.holds(one, record)),
    )
    if (isElsewhere || (next && next !== record)) return fault('swapped', seq, record)
    if (before && isClosed(before) && this.holds(record, record)) return fault('changed', before.seq, before)
    return fault('changed', seq, record)
  }

  /**
   * Checks the records up to the number given by the head.
   * @returns the first fault, or the last record
   */
  follow(last: number): { fault?: ChainFault; end?: SealedRecord | undefined } {
    const bySeq = Map.groupBy(this.sealed, ({ seq }) => seq)
    let end: SealedRecord | undefined
    for (let seq = 1; seq <= last; seq += 1) {
      const [record, other] = bySeq.get(seq) ?? []
      const prev = end?.hash ?? NO_HASH
      const isWell = record && !other && record.prev === prev && this.holds(record, record)
      if (!isWell) return { fault: this.faultAt(seq, prev, end) }
      end = record
    }
    return { end }
  }
}

/**
 * Compares a chain with its head.
 * @param records all records that claim to be part of the chain, in any order
 * @returns how many are valid, and the first fault
 */
export function verifyRecords(head: ChainHead, records: readonly ChainRecord[], sum: Sum): ChainVerdict {
  const { chain, seq: last } = head
  const sealed = records.filter(isSealed).toSorted((a, b) => a.seq - b.seq)
  const followed = new Follower(chain, sealed, sum).follow(last)
  if (followed.fault) return { chain, records: followed.fault.seq - 1, fault: followed.fault }
  const beyond = sealed.find(({ seq }) => seq < 1 || seq > last) ?? records.find((one) => !isSealed(one))
  if (beyond) return { chain, records: last, fault: fault('added', beyond.seq ?? last + 1, beyond) }
  const { end } = followed
  if ((end?.hash ?? NO_HASH) === head.hash) return { chain, records: last, fault: null }
  // The hash of a closed last record can only be checked against the head.
  if (end && isClosed(end)) return { chain, records: last - 1, fault: fault('changed', last, end) }
  return { chain, records: last, fault: fault('missing', last + 1, null) }
}
