import type { Changed, Put } from './changes.ts'
import type { Entity } from './entity.ts'

/** What queries and mutations declare about themselves for refetching (changes.ts, changes-of-others.ts). */

export interface Row {
  id: number
}

/** How single rows of a list are fetched. */
export interface ListRows {
  /** Fetches those of these rows that are still in the list. */
  ask(ids: number[], signal: AbortSignal): Promise<Row[]>
  /**
   * Everything that decides a row's place in the list and how it is counted. While it is unchanged, so is the rest of
   * the list.
   */
  placeOf(row: Row): unknown
}

export interface QueryMeta extends Record<string, unknown> {
  /** Entities whose change makes this answer outdated, in addition to the one its key begins with. */
  live?: readonly Entity[]
  /** The id of the only thing the answer is about: changes of other things of its kind do not affect it. */
  thing?: number
  /** The answer is a page whose rows can be fetched separately. */
  rows?: ListRows
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    /** Set by `useChange` (changes.ts). */
    mutationMeta: {
      changes?: readonly Changed[]
      isOverAtOnce?: boolean
      put?: ((reply: unknown, input: unknown) => readonly Put[]) | undefined
    }
  }
}
