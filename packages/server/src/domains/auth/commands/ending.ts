import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { endings } from '../policy.ts'
import { endedInWords, stillOpens, validSince, type Entrance } from '../rules.ts'
import { accountsOf, entrancesOf, removeEntrances } from '../store/entrances.ts'
import { removePasswordLink } from '../store/passwords.ts'
import '../events.ts'

/** Why access ends, where the change was made, and what is kept. */
export interface Ending {
  reason: keyof typeof endings
  via?: Via
  /** Hash of the session that stays: a person who changes their own password remains signed in there. */
  kept?: Buffer
}

/**
 * Ends everything that opens the product in a person's name, for good: sessions, live streams, the link of a password
 * letter, API tokens, the calendar's link, links to files. There is no other way to do this. The person's history lists
 * what was ended. Other rooms end their part by listening to `user.shut_out`.
 * @throws Error when something is left open, so that the change it belongs to fails as well
 */
export async function endAllAccess(tx: Transaction, actor: Actor, entity_id: number, ending: Ending): Promise<void> {
  const { reason, via, kept } = ending
  const open = await entrancesOf(tx, entity_id, kept)
  await removeEntrances(tx, entity_id, kept)
  for (const account of await accountsOf(tx, entity_id)) {
    await emit(tx, actor, { kind: 'user.shut_out', entity: 'user', entity_id: account, companies: [], data: {} })
  }
  const left = await entrancesOf(tx, entity_id, kept)
  if (left.length > 0) throw new Error(`access of person ${entity_id} is still open by ${kindsOf(left).join(', ')}`)
  const { clock, settings } = actor.deps
  const valid = validSince(clock.now(), settings)
  const ended = kindsOf(open.filter((entrance) => stillOpens(entrance, valid)))
  await recordEnding(tx, actor, entity_id, { open: ended, reason, via })
}

const kindsOf = (entrances: Entrance[]) => entrances.map(({ kind }) => kind)

interface Ended extends Pick<Ending, 'reason'> {
  /** One element for each thing that was open. */
  open: readonly string[]
  via?: Via | undefined
}

const recordEnding = (tx: Transaction, actor: Actor, entity_id: number, { open, reason, via }: Ended) =>
  recordChanges(tx, actor, {
    entity: 'user',
    entity_id,
    titles: { access: 'Доступ завершён' },
    before: null,
    after: { access: endedInWords(open) },
    note: endings[reason],
    ...(via ? { via } : {}),
  })

/**
 * Ends all access of an account that moves to another company: a token, a calendar link and links to files belong to
 * the company they were created for (docs/decisions/0100), and must not open another one.
 */
export async function endAccessIfMoved(
  tx: Transaction,
  actor: Actor,
  { id, idcomp }: { id: number; idcomp: number | null },
  to: number | null,
): Promise<void> {
  if (idcomp !== to) await endAllAccess(tx, actor, id, { reason: 'moved' })
}

/**
 * Ends the link of a password letter when the person's address changes: whoever has the former mailbox must not set the
 * password. To be called after the new address is written, so that a link created meanwhile is found as well.
 */
export async function endLinkIfReaddressed(
  tx: Transaction,
  actor: Actor,
  { id, email }: { id: number; email: string | null },
  to: string | null,
): Promise<void> {
  if (email === to) return
  const link = await removePasswordLink(tx, id)
  if (!link || link.expires_at <= momentOf(actor.deps.clock)) return
  await recordEnding(tx, actor, id, { open: ['password_link'], reason: 'readdressed' })
}
