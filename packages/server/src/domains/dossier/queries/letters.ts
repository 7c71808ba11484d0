import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { isOwnAddress, type Reader } from '../rules/reading.ts'
import type { Part } from './whose.ts'

/** A sent letter with its delivery state at each address that the reader may see. */
export interface SentLetter {
  id: number
  subject: string
  kind: string
  created_at: string
  companies: string[]
  to: { address: string; state: string; at: string }[]
}

interface Sent {
  id: number
  subject: string
  kind: string
  created_at: string
  company_id: number
  target: string
  state: string
  at: string
}

const sentAbout = statement(
  (_, { release_id, companies }: { release_id: number; companies: number[] }) => sql<Sent>`
    select l.id, l.subject, l.kind, l.created_at, sent.company_id, sent.target, sent.state, sent.at
    from dossier_letters as sent join shared_letters as l on l.id = sent.letter_id
    where sent.release_id = ${release_id}::int and sent.company_id = any(${companies}::int[])
    order by l.id, sent.target`,
)

/** The letters about the release and these companies, in the order in which they were written. */
export async function lettersOf(db: Db, reader: Reader, release_id: number, parts: Part[]): Promise<SentLetter[]> {
  const names = new Map(parts.map(({ company_id, company }) => [company_id, company]))
  const rows = await sentAbout.all(db, { release_id, companies: [...names.keys()] })
  const own = rows.filter(({ target }) => isOwnAddress(reader, target))
  return [...Map.groupBy(own, ({ id }) => id).values()].flatMap((ofLetter) => {
    const [first] = ofLetter
    if (!first) return []
    const about = new Set(ofLetter.map(({ company_id }) => names.get(company_id) ?? ''))
    const to = new Map(ofLetter.map(({ target, state, at }) => [target, { address: target, state, at }]))
    const { id, subject, kind, created_at } = first
    return [{ id, subject, kind, created_at, companies: [...about], to: [...to.values()] }]
  })
}

/** The text of a letter, as HTML and as plain text. */
export const letterTexts = statement((db, { id }: { id: number }) =>
  db.selectFrom('shared_letters').select(['html', 'text']).where('id', '=', id),
)
