import type { scopes } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit, type EventActor, type EventKinds, type Listener } from '../../../platform/events.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { differenceBetween, isSameScope, mayReadScope, scopeKept, scopeShas } from '../queries/scopes.ts'
import { keepScope, lockAgreement } from '../store/agreements.ts'
import { freezeScopesOf, writeNotifiedScope } from '../store/scopes.ts'
import '../events.ts'

/** The agreement whose scope is stored, and the scope that the client saw. */
interface Yes {
  current: KnownAgreement
  named: NamedScope
}

/** The scope that an approval names; programs that know nothing of scopes name none, and agree to the present one. */
export interface NamedScope {
  /** It was shown where the approval was given. */
  scope_sha?: string | undefined
  /** The company was written about it before. */
  told_sha?: string | undefined
}

/** How the history names the scope that was agreed to. */
function agreedInWords({ scope_sha, told_sha }: NamedScope, sum: string | null): string {
  if (scope_sha !== undefined) return `показанный: ${scope_sha}`
  return told_sha === undefined
    ? `действующий, вызов его не назвал: ${sum ?? '–'}`
    : `тот, о котором писали: ${told_sha}`
}

/**
 * Stores the scope that the client agrees to: the one it names, or the present one.
 * @throws 409 with `scope_change` when the scope has changed since then
 */
export async function agreedScope(tx: Transaction, actor: Actor, { current, named }: Yes) {
  const sum = await keepScope(tx, current)
  const known = named.scope_sha ?? named.told_sha
  if (known !== undefined && !(await isSameScope(tx, known, sum))) {
    throw refuseWith(reasons.scopeOther, { scope_change: await changeSince(tx, actor, { current, known }, sum) })
  }
  return {
    text: agreedInWords(named, sum),
    columns: { ...pointers(sum), agreed_sha: sum, accepted_sha: sum, scope_changed_at: null },
  }
}

/**
 * The columns for the scope that the client's side was last notified of and the scope that was last checked, which are
 * the same here.
 */
export const pointers = (sum: string | null) => ({ told_sha: sum, seen_sha: sum })

/**
 * Returns the difference between the scope that was named, as far as it is known, and the present one; null when the
 * person may not read the release.
 */
async function changeSince(
  tx: Transaction,
  { person, deps }: Actor,
  { current, known }: Pick<Yes, 'current'> & { known: string },
  sum: string | null,
): Promise<scopes.ScopeDifference | null> {
  if (sum === null || !mayReadScope(person, current)) return null
  const { told_sha, agreed_sha } = await scopeShas.one(tx, { ids: [current.id] })
  const nothing = { added: [], removed: [], changed: [] }
  for (const base of [known, told_sha, agreed_sha]) {
    const difference = base ? await differenceBetween(tx, base, sum) : null
    if (difference) return { since: momentOf(deps.clock), scope_sha: sum, ...difference }
  }
  return { since: momentOf(deps.clock), scope_sha: sum, ...nothing }
}

const isExpected = ({ by_rivc, not_publishing, published, called_off }: KnownAgreement) =>
  by_rivc && !not_publishing && !published && !called_off

type State = EventKinds['agreement.scope_told']['state']
type Shas = Pick<Awaited<ReturnType<typeof scopeShas.one>>, 'told_sha' | 'agreed_sha' | 'accepted_sha'>

/** Returns what there is to say of a scope; null when there is nothing. */
function stateOf(
  { by_client, is_visible_for_client }: KnownAgreement,
  { told_sha, agreed_sha, accepted_sha }: Shas,
  sum: string,
): State | null {
  if (by_client && sum !== agreed_sha) return sum === accepted_sha ? null : 'agreed'
  if (!is_visible_for_client || told_sha === null || sum === told_sha) return null
  return sum === agreed_sha ? 'returned' : 'asked'
}

/** Puts the present scope in place of those that it differs from by the names of modules only. */
async function asPresent(tx: Transaction, { told_sha, agreed_sha, accepted_sha }: Shas, sum: string | null) {
  const present = async (sha: string | null) => ((await isSameScope(tx, sha, sum)) ? sum : sha)
  return {
    told_sha: await present(told_sha),
    agreed_sha: await present(agreed_sha),
    accepted_sha: await present(accepted_sha),
  }
}

type ScopeState = Omit<EventKinds['agreement.scope_told'], 'agreement_id'>

/** Announces what has become of a scope, to the company only if it may know. */
const announce = (
  tx: Transaction,
  actor: EventActor,
  { id, version, company_id }: KnownAgreement,
  outcome: ScopeState,
) =>
  emit(tx, actor, {
    kind: 'agreement.scope_told',
    entity: 'agreement',
    entity_id: id,
    version,
    companies: outcome.state === 'agreed' ? [] : [company_id],
    data: { agreement_id: id, ...outcome },
  })

/** A scope that letters told the client's side of, in place of the one that they had been written about. */
export interface NotifiedScope {
  instead: string
  sum: string
  /** When they were written, ISO 8601. */
  at: string
}

/**
 * The scope that the client's side was told of last: the one that letters told of instead, unless it was asked since, or
 * that one changed again before it was stored.
 */
async function lastNotified(
  tx: Transaction,
  notified: NotifiedScope | null,
  told_sha: string | null,
  sent_at: string | null,
) {
  if (notified === null || notified.instead !== told_sha || sent_at === null || sent_at > notified.at) return told_sha
  const kept = await scopeKept.first(tx, { sha256: notified.sum })
  return kept ? notified.sum : told_sha
}

/**
 * Announces what has become of a scope by now, and marks it as told if the client's side is told.
 * @returns the event that the client's side is told by; null when it is not: the scope has changed back, staff decide
 * first, or the release is hidden, closed or handed over
 */
export async function announceScope(
  tx: Transaction,
  actor: EventActor,
  id: number,
  notified: NotifiedScope | null,
): Promise<number | null> {
  await lockAgreement(tx, id)
  const staff = { ...actor.person, isRivc: true }
  const current = await knownAgreement(tx, staff, id)
  if (!current || !isExpected(current)) return null
  const stored = await scopeShas.one(tx, { ids: [id] })
  const told_sha = await lastNotified(tx, notified, stored.told_sha, current.sent_at)
  if (told_sha !== null && told_sha !== stored.told_sha) await writeNotifiedScope(tx, id, told_sha)
  const sum = await keepScope(tx, current)
  const shas = await asPresent(tx, { ...stored, told_sha }, sum)
  const state = sum === null ? null : stateOf(current, shas, sum)
  if (sum === null || state === null) return null
  if (state !== 'agreed') await writeNotifiedScope(tx, id, sum)
  const from = shas.agreed_sha ?? shas.told_sha ?? sum
  const event_id = await announce(tx, actor, current, { state, from, to: sum })
  return state === 'agreed' ? null : event_id
}

/** Freezes the scopes of the companies that a release was published to. */
export const freezeScopes: Listener<'publication.published'> = async (tx, { entity_id }) => {
  await freezeScopesOf(tx, entity_id)
}
