/** The columns of an agreement as they were before it was withdrawn. */
export interface Was {
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  heard_at: string | null
  withdrawn_at: string | null
  agreed_sha: string | null
  accepted_sha: string | null
  told_sha: string | null
  /** Missing in acts stored before it was kept. */
  seen_sha?: string | null
  scope_changed_at: string | null
}

/** What one act withdrew from one agreement, as far as undoing the act restores it. */
export interface Ended {
  agreement_id: number
  event_id: number | null
  /** The agreement's version after the act; if it has been changed since, the act cannot be undone. */
  version: number
  at: string
  was: Was
}
