import type { receipts } from '@vypusk/contract'
import '../../platform/events.ts'
import '../../platform/jobs.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * A publication was made. Its `companies` are the customers that get at least one of its releases; the people to
     * write to are the rows of publication_recipients.
     */
    'publication.published': { publication_id: number }
    /**
     * Releases of it that were hidden when it was made are shown now; `companies` are those that get them, and the people
     * to write to are the same.
     */
    'publication.shown': { release_ids: number[] }
    /** It was withdrawn; everybody who got a letter about it gets the reason. */
    'publication.withdrawn': { publication_id: number; reason: string }
    /**
     * A company has got what it was handed: it has confirmed this, or one of its people has found a file of the release
     * to be the published one (`verified`), which is announced once.
     */
    'publication.received': { release_id: number; company_id: number; kinds: (receipts.ReceiptKind | 'verified')[] }
    /** A company that has not fetched its files is reminded of them. */
    'publication.reminded': { publication_id: number; idcomp: number }
  }
}

declare module '../../platform/jobs.ts' {
  interface JobKinds {
    /** Reminds companies that have not fetched what they were handed. */
    remind_of_files: Record<string, never>
    /** Sends the copies that were stopped for a while. */
    resume_copies: Record<string, never>
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    publication: true
  }
}
