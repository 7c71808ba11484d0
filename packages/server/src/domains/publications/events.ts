import '../../platform/events.ts'

declare module '../../platform/events.ts' {
  interface EventKinds {
    /**
     * A publication was made. Its `companies` are the customers that get at least one of its
     * releases; the people to write to are the rows of publication_recipients.
     */
    'publication.published': { publication_id: number }
  }
}
