/** The agreement as it was. */
export interface Was {
  by_rivc: boolean
  by_client: boolean
  sent_at: string | null
  heard_at: string | null
  withdrawn_at: string | null
  agreed_sha: string | null
  accepted_sha: string | null
  told_sha: string | null
  scope_changed_at: string | null
}

/** What one act took back of one agreement, as far as it is put back by it. */
export interface Ended {
  agreement_id: number
  event_id: number | null
  /** The agreement's version afterwards: a later change is not undone past. */
  version: number
  at: string
  was: Was
}
