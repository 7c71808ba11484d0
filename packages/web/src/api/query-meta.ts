import type { Changed, Put } from './changes.ts'
import type { Entity } from './entity.ts'

/** What queries and mutations say of themselves, for whoever asks again (changes.ts, following.ts). */

export interface Row {
  id: number
}

/** How the rows of a list are asked for by themselves. */
export interface ListRows {
  /** Those of these rows that the list still has. */
  ask(ids: number[], signal: AbortSignal): Promise<Row[]>
  /** What decides where a row stands and what is counted of it: while that is the same, the rest of the list is too. */
  placeOf(row: Row): unknown
}

export interface QueryMeta extends Record<string, unknown> {
  /** Entities whose change makes this answer old, besides the one its key begins with. */
  live?: readonly Entity[]
  /** The answer is of this one alone: what others of its kind do leaves it as it is. */
  thing?: number
  /** The answer is a page whose rows can be asked for by themselves. */
  rows?: ListRows
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    /** Said by `useChange` (changes.ts). */
    mutationMeta: {
      changes?: readonly Changed[]
      isOverAtOnce?: boolean
      put?: ((reply: unknown, input: unknown) => readonly Put[]) | undefined
    }
  }
}
