import { createStore } from '../ui/store.ts'

/** Names the open live stream of this browser; null while there is none. */
export const streamKey = createStore<string | null>(null)
