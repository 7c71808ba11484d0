import { threads } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { knownSubject } from '../queries/subjects.ts'
import { threadFields, threadFor } from '../queries/threads.ts'
import { subjectOf } from '../rules.ts'
import { lockSubject } from '../store.ts'

/**
 * Takes a thread until the transaction ends, by what it is about: everything said about one thing comes one after another.
 * @param version of the thread the person has seen, where they say it
 * @throws 404 for what the person may not know of, 409 with `current` where the thread is another by now
 */
export async function lockThread(tx: Transaction, { person }: Actor, id: number, version?: number) {
  const about = subjectOf(await threadFields(tx, id))
  await lockSubject(tx, about)
  // Of a thread that nobody may show the caller there is none.
  const subject = await knownSubject(tx, person, about).catch(() => {
    throw refuseWith(reasons.noThread)
  })
  const fields = await threadFields(tx, id)
  // Of what staff speak of among themselves there is nothing for a client.
  if (!person.isRivc && fields.kind === 'talk') await threadFor(tx, person, id)
  if (version !== undefined && version !== fields.version) {
    throw refuse('stale', { current: await threadFor(tx, person, id) })
  }
  const thread = { ...fields, side: threads.side.parse(fields.side), state: threads.state.parse(fields.state) }
  return { thread, subject: { ...about, ...subject } }
}

export type LockedThread = Awaited<ReturnType<typeof lockThread>>
