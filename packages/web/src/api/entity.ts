import type { live } from '@vypusk/contract'

/** What live events tell of, and keys of queries begin with. */
export type Entity = live.LiveEvent['entity']
