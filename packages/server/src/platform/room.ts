import type { Db, Deps } from './call.ts'
import type { Queues } from './jobs.ts'
import type { Routes } from './mount.ts'
import type { RefusalSpec } from './refusal.ts'

/** What monitoring is told of a room's rows: how many there are of each name and state, and how old the oldest is. */
export interface Gauge {
  name: string
  help: string
  /** What the name of a row is called. */
  label: string
  /** `since` is the moment of the oldest, ISO 8601. */
  read: (db: Db) => Promise<{ name: string; state: string; count: number; since: string }[]>
}

/** What a domain brings to the product; the composition (app.ts) puts the rooms together in their order. */
export interface Room {
  /** Mounts the room's endpoints. */
  routes?: Routes
  /** Named constraints of its tables that people can meet, and the refusal each one is. */
  constraints?: Record<string, RefusalSpec>
  /** How the jobs of its kinds are done. */
  queues?: Partial<Queues>
  /** What monitoring is told of (docs/administrator.md, "Monitoring"). */
  gauges?: Gauge[]
  /** Begins to listen to what other rooms do, and to do its jobs. */
  connect?: (deps: Deps) => Promise<void>
}
