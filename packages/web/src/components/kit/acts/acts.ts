import { createStore } from '../../../ui/store.ts'
import type { KeyEntry } from '../keys/keys.ts'

/** What may be done with what is at hand: by its key on the list, by its name in Ctrl+K. */
export interface Act extends Pick<KeyEntry, 'codes' | 'shown'> {
  label: string
  act: () => void
}

/** The acts for the marked rows of a list, for the open one, or for the one that holds the keyboard. */
export interface Acts {
  /** What they act on: «Заявка 5», «Отмечено: 3». */
  title: string
  acts: readonly Act[]
}

/** Asked when it is wanted: the row that holds the keyboard is known to the list alone. Null where there is nothing. */
export const actsAtHand = createStore<() => Acts | null>(() => null)
