import type { Changed, Put } from './changes.ts'
import type { Entity } from './entity.ts'
import type { ListRows } from './verdict.ts'

/** What queries and mutations say of themselves, for whoever asks again (changes.ts, following.ts). */

declare module '@tanstack/react-query' {
  interface Register {
    /** `live`: entities whose change makes this answer old, besides the one its key begins with. */
    queryMeta: {
      live?: readonly Entity[]
      /** The answer is of this one alone: what others of its kind do leaves it as it is. */
      thing?: number
      /** The answer is a page whose rows can be asked for by themselves. */
      rows?: ListRows
    }
    /** Said by `useChange` (changes.ts). */
    mutationMeta: {
      changes?: readonly Changed[]
      isOverAtOnce?: boolean
      put?: ((reply: unknown, input: unknown) => readonly Put[]) | undefined
    }
  }
}
