import { sql, type Expression, type SqlBool } from 'kysely'
import type { finding } from '@vypusk/contract'
import type { Db, Person } from './call.ts'
import { containing } from './sql.ts'

export type FoundRow = Omit<finding.FoundThing, 'kind'>

/** What a thing is looked for by. */
export interface FindInput {
  /** Every one of them stands in it; at least one. */
  words: string[]
  /** Only among these. */
  among?: number[]
  limit: number
}

/** How one kind of thing is found: what a room's port gives to the search over everything. */
export interface Finder {
  /** What the person may know of and what holds every word; the newest first. */
  look: (db: Db, person: Person, looked: FindInput) => Promise<{ id: number }[]>
  /** The things of these ids as far as the person may know them, in no order. */
  rows: (db: Db, person: Person, ids: number[]) => Promise<FoundRow[]>
}

/** Text as `search_text` columns hold it. */
export const folded = (text: Expression<string>) => sql<string>`translate(lower(${text}), 'ё', 'е')`

/** Every word stands somewhere in one of the texts, which are folded. */
export const holdsAll = (words: string[], ...texts: Expression<string>[]): Expression<SqlBool>[] =>
  words.map(
    (word) =>
      sql<SqlBool>`(${sql.join(
        texts.map((text) => sql`${text} like ${containing(word)}`),
        sql` or `,
      )})`,
  )

export const isAmong = (id: Expression<number>, ids: number[] | undefined): Expression<SqlBool>[] =>
  ids ? [sql<SqlBool>`${id} = any(${ids}::int[])`] : []
