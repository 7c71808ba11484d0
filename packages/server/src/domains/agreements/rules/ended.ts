/** The columns of an agreement as they were before it was withdrawn. */
export interface Was {
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  heard_at: string | null
  withdrawn_at: string | null
  /** Missing in acts stored before it was kept. */
  unsent_at?: string | null
  agreed_sha: string | null
  accepted_sha: string | null
  told_sha: string | null
  /** Missing in acts stored before it was kept. */
  seen_sha?: string | null
  scope_changed_at: string | null
}

const KEPT = {
  by_rivc: true,
  by_client: true,
  sent_at: true,
  heard_at: true,
  withdrawn_at: true,
  unsent_at: true,
  agreed_sha: true,
  accepted_sha: true,
  told_sha: true,
  seen_sha: true,
  scope_changed_at: true,
} as const satisfies Record<keyof Was, true>

/** The columns that undoing an act restores. */
export const WAS_COLUMNS: readonly string[] = Object.keys(KEPT)

/** What one act withdrew from one agreement, as far as undoing the act restores it. */
export interface Ended {
  agreement_id: number
  event_id: number | null
  /** The agreement's version after the act; if it has been changed since, the act cannot be undone. */
  version: number
  at: string
  was: Was
}

/** The columns that a withdrawal clears, with their values before it. */
export const wasOf = (row: Was): Was => ({
  by_rivc: row.by_rivc,
  by_client: row.by_client,
  sent_at: row.sent_at,
  heard_at: row.heard_at,
  withdrawn_at: row.withdrawn_at,
  unsent_at: row.unsent_at,
  agreed_sha: row.agreed_sha,
  accepted_sha: row.accepted_sha,
  told_sha: row.told_sha,
  seen_sha: row.seen_sha,
  scope_changed_at: row.scope_changed_at,
})
