import { sql, type Expression, type SqlBool } from 'kysely'
import type { finding } from '@vypusk/contract'
import type { Db, Person } from './call.ts'
import { containing } from './sql.ts'

export type FoundRow = Omit<finding.FoundThing, 'kind'>

/** What to search for. */
export interface FindInput {
  /** All of these words must occur; there is at least one. */
  words: string[]
  /** Searches only among these ids. */
  among?: number[]
  limit: number
}

/** Finds things of one kind: what the port of a room provides to the search over everything. */
export interface Finder {
  /** Things that the person may see and that contain all words, newest first. */
  look: (db: Db, person: Person, looked: FindInput) => Promise<{ id: number }[]>
  /**
   * The things with these ids, as far as the person may see them, in no particular order.
   *
   * @param now ISO 8601: dates before it have passed
   */
  rows: (db: Db, person: Person, ids: number[], now: string) => Promise<FoundRow[]>
}

/** `like` patterns of words, as a group of parameters: a statement has a condition for each of the few words. */
export type Patterns = Readonly<Record<number, string>>
export const patternsOf = (words: string[]): Patterns => Object.assign({}, words.map(containing))

/** What to search for, as parameters of a statement. */
export type Looked = Omit<FindInput, 'words'> & { patterns: Patterns }
export const lookedFor = ({ words, ...rest }: FindInput): Looked => ({ ...rest, patterns: patternsOf(words) })

/** Every pattern matches at least one of the texts, which must be folded. */
export const matchesAll = (patterns: Patterns, ...texts: Expression<string>[]): Expression<SqlBool>[] =>
  Object.values(patterns).map(
    (pattern) =>
      sql<SqlBool>`(${sql.join(
        texts.map((text) => sql`${text} like ${pattern}`),
        sql` or `,
      )})`,
  )

export const isAmong = (id: Expression<number>, ids: number[] | undefined): Expression<SqlBool>[] =>
  ids ? [sql<SqlBool>`${id} = any(${ids}::int[])`] : []
