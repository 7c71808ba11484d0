import { useKeys } from '../../../ui/useKeys.ts'
import { on } from './keys.ts'
import type { KeyEntry } from './keys.ts'

/** Handles one key of the table on the whole page. */
export const useKey = (entry: KeyEntry, act: (event: KeyboardEvent) => void): void => useKeys(on(entry, act))
