import { threads } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { knownSubject } from '../queries/subjects.ts'
import { threadFields, threadFor } from '../queries/threads.ts'
import { subjectOf } from '../rules.ts'
import { lockSubject } from '../store.ts'

/** What somebody who changes a thread has seen of it. */
export interface Seen {
  version?: number | undefined
  last?: number | undefined
}

/**
 * Locks a thread until the transaction ends by locking its subject, so that changes of everything about one subject
 * come one after another.
 * @param seen the version of the thread that the person has seen, if they sent it, and how many entries of `current` they
 *   want
 * @throws 404 if the person may not see it, 409 with `current` if its version has changed
 */
export async function lockThread(tx: Transaction, { person }: Actor, id: number, { version, last }: Seen = {}) {
  const about = subjectOf(await threadFields(tx, id))
  await lockSubject(tx, about)
  // A thread whose subject the caller may not see is reported as missing.
  const subject = await knownSubject(tx, person, about).catch(() => {
    throw refuseWith(reasons.noThread)
  })
  const fields = await threadFields(tx, id)
  // A conversation in which staff have only written internal entries does not exist for a client.
  if (!person.isRivc && fields.kind === 'talk') await threadFor(tx, person, id, 1)
  if (version !== undefined && version !== fields.version) {
    throw refuse('stale', { current: await threadFor(tx, person, id, last) })
  }
  const thread = { ...fields, side: threads.side.parse(fields.side), state: threads.state.parse(fields.state) }
  return { thread, subject: { ...about, ...subject } }
}

export type LockedThread = Awaited<ReturnType<typeof lockThread>>
