import type { Deps } from './call.ts'
import type { Queues } from './jobs.ts'
import type { Routes } from './mount.ts'
import type { RefusalSpec } from './refusal.ts'

/** What a domain brings to the product; the composition (app.ts) puts the rooms together in their order. */
export interface Room {
  /** Mounts the room's endpoints. */
  routes?: Routes
  /** Named constraints of its tables that people can meet, and the refusal each one is. */
  constraints?: Record<string, RefusalSpec>
  /** How the jobs of its kinds are done. */
  queues?: Partial<Queues>
  /** Begins to listen to what other rooms do, and to do its jobs. */
  connect?: (deps: Deps) => Promise<void>
}
