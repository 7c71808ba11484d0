import type { Changed, Gone, Put } from './changes.ts'
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

/** The ids that were reported for each entity; 0 stands for many things. */
export type Changes = ReadonlyMap<Entity, ReadonlySet<number>>

/** What of an answer is refetched after changes. */
export interface Verdict {
  /** Whether all of it is refetched: at once, when the server has room, or not at all. */
  whole: 'now' | 'later' | 'never'
  /** The changed things whose parts of the answer, such as rows, are refetched. */
  parts: Changes
}

/** How parts of an answer are fetched that is not a page of rows. */
export interface Parts {
  /** The kinds of things that the parts are about; a change of any other concerns the whole answer. */
  kinds: readonly Entity[]
  /** Decides which parts the changes concern. */
  among(data: unknown, changes: Changes): Verdict
  /** Fetches the parts that the changes concern. */
  ask(changes: Changes, signal: AbortSignal): Promise<unknown>
  /** Puts the fetched parts in their places. */
  put(data: unknown, changes: Changes, fetched: unknown): Refreshed
}

/** An answer with fresh parts, and whether the rest of it is unchanged. */
export interface Refreshed {
  data: unknown
  isRestSame: boolean
}

export interface QueryMeta extends Record<string, unknown> {
  /** Entities whose change makes this answer outdated, in addition to the one its key begins with. */
  live?: readonly Entity[]
  /** The id of the only thing the answer is about: changes of other things of its kind do not affect it. */
  thing?: number
  /** The answer is a page whose rows can be fetched separately. */
  rows?: ListRows
  /** The same for an answer of another shape. */
  parts?: Parts
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    /** Set by `useChange` (changes.ts). */
    mutationMeta: {
      changes?: readonly Changed[]
      isOverAtOnce?: boolean
      put?: ((reply: unknown, input: unknown) => readonly Put[]) | undefined
      gone?: ((input: unknown) => Gone) | undefined
    }
  }
}
