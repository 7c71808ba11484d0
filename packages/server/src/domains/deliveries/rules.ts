/** The job that handles deliveries of each kind. */
export const JOB_OF = { mail: 'deliver', ftp: 'copy' } as const

export type DeliveryKind = keyof typeof JOB_OF

/** Attempts after which a delivery is no longer tried automatically: the queue's first one and its retries. */
export const MOST_ATTEMPTS = 21

/**
 * Whether a job still has to try its delivery: after a person has queued it again, the job from before must not use up
 * the attempts of the new one.
 */
export const isOfJob = ({ generation }: { generation: number }, job: { generation?: number }): boolean =>
  generation === (job.generation ?? 0)

/** Returns what the history shows for a finished delivery. */
export const outcomeInWords = ({ name, target }: { name: string; target: string }, isSent: boolean): string[] => [
  name,
  target,
  isSent ? 'доставлено' : 'не доставлено',
]
