/**
 * Tables that say when they were changed (migration 0060), as something of them is remembered; and statements on them
 * that change nothing anybody remembers.
 */
const TABLES = {
  users: null,
  companies: null,
  systems: null,
  modules: null,
  request_statuses: null,
  request_types: null,
  release_steps: null,
  registry_steps: null,
  calendar_days: null,
  sessions: /^insert|set "last_seen_at" = \$\d+ where/,
  api_tokens: /^insert|set "last_used_at" = \$\d+ where/,
} as const satisfies Record<string, RegExp | null>
export type RememberedTable = keyof typeof TABLES

const CHANGE = /^(?:insert into|update|delete from) "?(\w+)/

const isTable = (name: string | undefined): name is RememberedTable => name !== undefined && name in TABLES

/** The table of which a statement changes what is remembered. */
export function changedBy(text: string): RememberedTable | undefined {
  const table = CHANGE.exec(text)?.[1]
  return isTable(table) && !TABLES[table]?.test(text) ? table : undefined
}
