import { createStore } from '../ui/store.ts'

/** The key of this browser's open live stream; null while there is none. */
export const streamKey = createStore<string | null>(null)
