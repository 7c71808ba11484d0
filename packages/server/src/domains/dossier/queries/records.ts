import type { chain as chains } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { canonical, digestsOf } from '../../../platform/chain/record.ts'
import { notesOf, recordsOf } from '../../../platform/chain/rows.ts'
import { closedTo, noteKey, recordFor, type Reader } from '../rules/reading.ts'
import type { Part } from './whose.ts'

const AT_ONCE = 500
const NOTHING = { before: null, after: null, note: null, address: null }

function shownRecord(
  reader: Reader,
  { id: _, ...record }: chains.OpenRecord & { id: number },
  closedNotes: ReadonlySet<string>,
): chains.ChainRecord {
  const { salt } = record
  const digests = salt ? digestsOf(record, Buffer.from(salt, 'hex')) : (record.digests ?? NOTHING)
  // Only the digest is left of an erased text.
  const kept = salt ? record : { ...record, ...NOTHING }
  return recordFor(reader, { record: kept, digests }, closedNotes)
}

async function closedNotesOf(db: Db, reader: Reader, { chain }: Part): Promise<ReadonlySet<string>> {
  const closed = closedTo(reader)
  return new Set(closed.length > 0 ? (await notesOf(db, chain, closed)).map(noteKey) : [])
}

/** The records of a chain in order, up to the end of the dossier, as the reader may read them. */
export async function* recordsFor(db: Db, reader: Reader, part: Part): AsyncGenerator<chains.ChainRecord[]> {
  const closedNotes = await closedNotesOf(db, reader, part)
  for (let after = 0; after < part.seq;) {
    const rows = await recordsOf(db, part.chain, { after, upTo: part.seq, limit: AT_ONCE })
    const last = rows.at(-1)?.seq
    // Missing records are left for the verification to find.
    if (!last) return
    yield rows.map((record) => shownRecord(reader, record, closedNotes))
    after = last
  }
}

/** The lines of records.jsonl: one for each record, chain after chain. */
export async function* recordLines(db: Db, reader: Reader, parts: Part[]): AsyncGenerator<string> {
  for (const part of parts) {
    for await (const records of recordsFor(db, reader, part)) {
      yield records.map((record) => `${canonical(record)}\n`).join('')
    }
  }
}
