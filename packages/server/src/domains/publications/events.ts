import '../../platform/events.ts'
import '../../platform/history.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * A publication was made. Its `companies` are the customers that get at least one of its
     * releases; the people to write to are the rows of publication_recipients.
     */
    'publication.published': { publication_id: number }
    /** It was taken back; whoever was written of it is told why. */
    'publication.withdrawn': { publication_id: number; reason: string }
  }
}

declare module '../../platform/history.ts' {
  interface HistoryEntities {
    publication: true
  }
}
