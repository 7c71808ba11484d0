import type { Db } from './call.ts'
import { chainOf, digestsOf, hashOf, NO_HASH, type Digests, type RecordFields } from './chain-record.ts'

/** A record as it is kept; what is sealed has all of the last. */
interface KeptRecord extends RecordFields {
  id: number
  seq: number | null
  prev: Buffer | null
  hash: Buffer | null
  salt: Buffer | null
  digests: unknown
}

type SealedRecord = KeptRecord & { seq: number; prev: Buffer; hash: Buffer }

/** What is wrong first: a record's place in its chain, the row where one stands there, and what was done. */
interface ChainFault {
  seq: number
  id: number | null
  kind: 'changed' | 'missing' | 'swapped' | 'added'
  message: string
}

interface ChainVerdict {
  chain: string
  /** Records that hold, up to the first that does not. */
  records: number
  fault: ChainFault | null
}

interface Head {
  seq: number
  hash: Buffer
}

const sentences: Record<ChainFault['kind'], (seq: number) => string> = {
  changed: (seq) => `Запись ${seq} изменена`,
  missing: (seq) => `Записи ${seq} нет`,
  swapped: (seq) => `На месте записи ${seq} стоит другая`,
  added: (seq) => `Запись ${seq} добавлена не системой`,
}

const fault = (kind: ChainFault['kind'], seq: number, id: number | null): ChainFault => ({
  seq,
  id,
  kind,
  message: sentences[kind](seq),
})

const isNothing = (value: unknown) => value === null || value === undefined || value === ''

/** Of texts that are erased, what was kept of them; nobody may put other texts in their place. */
function digestsKept(record: KeptRecord): Digests | null {
  if (record.salt) return digestsOf(record, record.salt)
  const isErased = [record.before, record.after, record.note, record.address].every(isNothing)
  return isErased ? (record.digests as Digests | null) : null
}

/** Whether a record says what was sealed in that place. */
function holds(record: SealedRecord, place: SealedRecord, chain: string): boolean {
  const digests = digestsKept(record)
  return digests !== null && hashOf(record, { chain, seq: place.seq, prev: place.prev }, digests).equals(place.hash)
}

const isSealed = (record: KeptRecord): record is SealedRecord =>
  record.seq !== null && record.prev !== null && record.hash !== null

/** What is wrong where a record does not follow the one before it. */
function faultAt(seq: number, prev: Buffer, sealed: SealedRecord[], chain: string): ChainFault {
  const here = sealed.filter((one) => one.seq === seq)
  const next = sealed.find((one) => one.prev.equals(prev))
  const [record] = here
  if (!record) return next ? fault('swapped', seq, next.id) : fault('missing', seq, null)
  if (here.length > 1) {
    const added = here.find((one) => !one.prev.equals(prev) || !holds(one, one, chain)) ?? here.at(-1)
    return fault('added', seq, added?.id ?? null)
  }
  const isElsewhere = sealed.some((one) => one !== record && (holds(record, one, chain) || holds(one, record, chain)))
  return fault(isElsewhere || (next && next !== record) ? 'swapped' : 'changed', seq, record.id)
}

/** Follows records to where the head says they end. @returns the first fault, or the hash they end with */
function follow(chain: string, sealed: SealedRecord[], last: number): ChainFault | Buffer {
  const bySeq = Map.groupBy(sealed, ({ seq }) => seq)
  let prev = NO_HASH
  for (let seq = 1; seq <= last; seq += 1) {
    const [record, other] = bySeq.get(seq) ?? []
    const isWell = record && !other && record.prev.equals(prev) && holds(record, record, chain)
    if (!isWell) return faultAt(seq, prev, sealed, chain)
    prev = record.hash
  }
  return prev
}

/** Compares a chain with its head. */
function verdictOf(chain: string, records: KeptRecord[], head: Head): ChainVerdict {
  const sealed = records.filter(isSealed).toSorted((a, b) => a.seq - b.seq || a.id - b.id)
  const last = head.seq
  const end = follow(chain, sealed, last)
  if (!Buffer.isBuffer(end)) return { chain, records: end.seq - 1, fault: end }
  const beyond = sealed.find(({ seq }) => seq < 1 || seq > last) ?? records.find((one) => !isSealed(one))
  if (beyond) return { chain, records: last, fault: fault('added', beyond.seq ?? last + 1, beyond.id) }
  return { chain, records: last, fault: end.equals(head.hash) ? null : fault('missing', last + 1, null) }
}

/** Whether everything that was written of a release and a company stands as it was written, and nothing else. */
export async function verifyChain(db: Db, release_id: number, company_id: number): Promise<ChainVerdict> {
  const chain = chainOf({ release_id, company_id })
  const head = await db.selectFrom('chain_heads').select(['seq', 'hash']).where('chain', '=', chain).executeTakeFirst()
  const records = await db
    .selectFrom('history')
    .select([
      'id',
      'entity',
      'entity_id',
      'field',
      'title',
      'before',
      'after',
      'note',
      'address',
      'user_id',
      'via',
      'at',
    ])
    .select(['seq', 'prev', 'hash', 'salt', 'digests'])
    .where('chain', '=', chain)
    .execute()
  return verdictOf(chain, records, head ?? { seq: 0, hash: NO_HASH })
}
