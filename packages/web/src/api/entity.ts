import type { live } from '@vypusk/contract'

/** The entities of live events; keys of queries begin with them. */
export type Entity = live.LiveEvent['entity']
