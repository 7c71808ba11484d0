import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import { isReadAt } from '../../deliveries/port.ts'
import type { Reader } from '../rules/reading.ts'
import type { Part } from './whose.ts'

/** A sent letter with its delivery state at each address that the reader may see. */
export interface SentLetter {
  id: number
  subject: string
  kind: string
  created_at: string
  companies: string[]
  company_ids: number[]
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

interface About {
  release_id: number
  companies: number[]
  /** The company whose people they went to; undefined: to anybody. */
  reader: number | undefined
}

const sentAbout = statement(
  (_, { release_id, companies, reader }: About) => sql<Sent>`
    select l.id, l.subject, l.kind, l.created_at, sent.company_id, sent.target, sent.state, sent.at
    from dossier_letters as sent join shared_letters as l on l.id = sent.letter_id
    where sent.release_id = ${release_id}::int and sent.company_id = any(${companies}::int[])
      and ${reader === undefined ? sql`true` : isReadAt(sql.ref('sent.readers'), reader)}
    order by l.id, sent.target`,
)

/** The letters about the release and these companies, in the order in which they were written. */
export async function lettersOf(db: Db, reader: Reader, release_id: number, parts: Part[]): Promise<SentLetter[]> {
  const names = new Map(parts.map(({ company_id, company }) => [company_id, company]))
  const about = { release_id, companies: [...names.keys()], reader: reader === 'staff' ? undefined : reader.idcomp }
  const rows = await sentAbout.all(db, about)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofLetter) => {
    const [first] = ofLetter
    if (!first) return []
    const company_ids = [...new Set(ofLetter.map(({ company_id }) => company_id))]
    const of = new Set(company_ids.map((company_id) => names.get(company_id) ?? ''))
    const to = new Map(ofLetter.map(({ target, state, at }) => [target, { address: target, state, at }]))
    const { id, subject, kind, created_at } = first
    return [{ id, subject, kind, created_at, companies: [...of], company_ids, to: [...to.values()] }]
  })
}

/** The text of a letter, as HTML and as plain text. */
export const letterTexts = statement((db, { id }: { id: number }) =>
  db.selectFrom('shared_letters').select(['html', 'text']).where('id', '=', id),
)
