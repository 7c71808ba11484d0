import type { Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** With more changes than this at once, screens are notified by one event to load everything again. */
const EVENTS_AT_MOST = 20

interface ChangedEntry {
  id: number
  version: number
  /** The companies that may see it: where it was, and where it is now. */
  companies: number[]
}

/** Announces to both sides that entries have changed. */
export async function emitChange(tx: Transaction, actor: Actor, entries: ChangedEntry[]): Promise<void> {
  const common = { kind: 'changed', data: {} } as const
  if (entries.length > EVENTS_AT_MOST) {
    const companies = [...new Set(entries.flatMap((entry) => entry.companies))]
    const data = { of: 'registry_entry', ids: entries.map(({ id }) => id) } as const
    await emit(tx, actor, { kind: 'many_changed', entity: 'all', entity_id: 0, companies, data })
    return
  }
  for (const { id, version, companies } of entries) {
    await emit(tx, actor, { ...common, entity: 'registry_entry', entity_id: id, version, companies, knew: companies })
  }
}
