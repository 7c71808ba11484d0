import type { Db, Deps } from './call.ts'
import type { Queues } from './jobs.ts'
import type { Routes } from './mount.ts'
import type { RefusalSpec } from './refusal.ts'

/** A metric about a room's rows: their number by name and state, and the age of the oldest. */
export interface Gauge {
  name: string
  help: string
  /** The label for the rows' names. */
  label: string
  /** `since` is the moment of the oldest row, ISO 8601. */
  read: (db: Db) => Promise<{ name: string; state: string; count: number; since: string }[]>
}

/** What a domain adds to the product. The composition (app.ts) puts the rooms together in their order. */
export interface Room {
  /** Mounts the room's endpoints. */
  routes?: Routes
  /** Named constraints of its tables that people can run into, with the refusal for each. */
  constraints?: Record<string, RefusalSpec>
  /** How jobs of its kinds are run. */
  queues?: Partial<Queues>
  /** Its metrics (docs/administrator/watch.md). */
  gauges?: Gauge[]
  /** Starts listening to events of other rooms and running its jobs. */
  connect?: (deps: Deps) => Promise<void>
}
