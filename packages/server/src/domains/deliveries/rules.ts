/** The job that tries deliveries of a kind. */
export const JOB_OF = { mail: 'deliver', ftp: 'copy' } as const

export type DeliveryKind = keyof typeof JOB_OF

/** Attempts after which nobody tries by itself: the queue's first and its retries. */
export const MOST_ATTEMPTS = 21

/** What the history says of a delivery that is over. */
export const outcomeInWords = ({ name, target }: { name: string; target: string }, isSent: boolean): string[] => [
  name,
  target,
  isSent ? 'доставлено' : 'не доставлено',
]
