import { createStore } from '../../../ui/store.ts'
import type { KeyEntry } from '../keys/keys.ts'

/** An action on the rows at hand: by its key in the list, by its name in Ctrl+K. */
export interface Act extends Pick<KeyEntry, 'codes' | 'shown'> {
  label: string
  act: () => void
}

/** The actions for a list's marked rows, its open row, or the row that has the focus. */
export interface Acts {
  /** The title of what they act on: «Заявка 5», «Отмечено: 3». */
  title: string
  acts: readonly Act[]
}

/**
 * A function, evaluated only when it is needed, because only the list knows which row has the focus. Returns null when
 * there is nothing to act on.
 */
export const actsAtHand = createStore<() => Acts | null>(() => null)
