import { sql } from 'kysely'
import type { scopes } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Listener } from '../../../platform/events.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { differenceBetween, mayReadScope, scopeShas } from '../queries/scopes.ts'
import { keepScope, lockAgreement } from '../store.ts'

/** Whom a scope is kept of, and what the caller saw of it. */
interface Yes {
  current: KnownAgreement
  /** Left out by programs that know nothing of scopes: what is there is agreed to then. */
  scope_sha: string | undefined
}

/**
 * What the client's yes keeps: it names what it saw, or agrees to what is there.
 * @throws 409 with `scope_change` when the scope is another by now
 */
export async function agreedScope(tx: Transaction, actor: Actor, { current, scope_sha }: Yes) {
  const sum = await keepScope(tx, current)
  if (scope_sha !== undefined && scope_sha !== sum) {
    throw refuseWith(reasons.scopeOther, { scope_change: await changeSince(tx, actor, { current, scope_sha }, sum) })
  }
  return {
    said: scope_sha === undefined ? `действующий, вызов его не назвал: ${sum ?? '–'}` : `показанный: ${scope_sha}`,
    columns: { ...pointers(sum), agreed_sha: sum, accepted_sha: sum, scope_changed_at: null },
  }
}

/** What the client's side has heard of and what was looked at last: the same scope. */
export const pointers = (sum: string | null) => ({ told_sha: sum, seen_sha: sum })

/** From what was seen, as far as it is known, to what is there; nothing of a release that is closed to who asks. */
async function changeSince(
  tx: Transaction,
  { person, deps }: Actor,
  { current, scope_sha }: Yes,
  sum: string | null,
): Promise<scopes.ScopeDifference | null> {
  if (sum === null || !mayReadScope(person, current)) return null
  const { told_sha, agreed_sha } = await scopeShas(tx, current.id)
  const nothing = { added: [], removed: [], changed: [] }
  for (const base of [scope_sha, told_sha, agreed_sha]) {
    const difference = base ? await differenceBetween(tx, base, sum) : null
    if (difference) return { since: momentOf(deps.clock), scope_sha: sum, ...difference }
  }
  return { since: momentOf(deps.clock), scope_sha: sum, ...nothing }
}

/** What is told of a scope that has changed, in the moment it is told. */
export interface ScopeNotice {
  /** It is again what was agreed. */
  isCancelled: boolean
  /** The client is still asked for its word. */
  asks: boolean
  difference: Pick<scopes.ScopeDifference, 'added' | 'removed' | 'changed'>
}

const hearsOfScope = ({ by_rivc, is_visible_for_client, not_publishing, published }: KnownAgreement) =>
  by_rivc && is_visible_for_client && !not_publishing && !published

const NOTHING = { added: [], removed: [], changed: [] }

/**
 * What the client's side has to hear of its scope now, and that it hears it.
 * @returns null when there is nothing to tell: it has returned, staff decide first, the release is hidden or handed over
 */
export async function takeScopeNotice(
  tx: Transaction,
  { person }: Pick<Actor, 'person'>,
  id: number,
): Promise<ScopeNotice | null> {
  await lockAgreement(tx, id)
  const staff = { ...person, isRivc: true }
  const current = await knownAgreement(tx, staff, id)
  if (!current || !hearsOfScope(current)) return null
  const { told_sha, agreed_sha } = await scopeShas(tx, id)
  const sum = await keepScope(tx, current)
  if (sum === null || told_sha === null || sum === told_sha) return null
  if (current.by_client && sum !== agreed_sha) return null
  const difference = sum === agreed_sha ? NOTHING : await differenceBetween(tx, agreed_sha ?? told_sha, sum)
  await sql`update agreements set told_sha = ${sum} where id = ${id}`.execute(tx)
  return { isCancelled: sum === agreed_sha, asks: !current.by_client, difference: difference ?? NOTHING }
}

/** What was published to a company stays as it was then. */
export const freezeScopes: Listener<'publication.published'> = async (tx, { entity_id }) => {
  await sql`
    update agreements as a set frozen_sha = keep_scope(a.release_id, a.company_id)
    from handed_over as item
    join handed_to as handed on handed.release_id = item.release_id
    where item.publication_id = ${entity_id} and a.release_id = item.release_id and a.company_id = handed.idcomp
      and a.deleted_at is null and a.frozen_sha is null`.execute(tx)
}
