import type { agreements } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Actor } from '../../../platform/call.ts'
import type { Via } from '../../../platform/history.ts'
import { namedApart } from '../../../platform/named-apart.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { actionOf, agreementPolicy } from '../policy.ts'
import type { KnownAgreement } from '../queries/agreements.ts'
import { agreementDetail } from '../queries/detail.ts'
import { againstNote } from '../queries/date-facts.ts'
import { passing } from '../queries/passed-dates.ts'
import { needsReason, type AgreementFields, type OwnUpdate } from '../rules/changes.ts'
import { scopeTitles, withClock } from '../rules/titles.ts'
import { lockAgreements } from '../store/agreements.ts'

/** Checks whether an update may be made, and prepares its record for the history. */

/** One update of one agreement, and whether it comes from a screen or a letter. */
export interface Update {
  id: number
  body: agreements.AgreementUpdate
  via: Extract<Via, 'screen' | 'letter'>
}

/** Checks that the update may be made. @throws the refusals of `agreements.update` */
export async function checkUpdate(
  tx: Transaction,
  { person, deps }: Actor,
  body: agreements.AgreementUpdate,
  current: KnownAgreement,
) {
  const answer = agreementPolicy[actionOf(body)](person, {
    ...current,
    ...passing(current, deps.clock.now()),
  })
  if (answer !== true && answer[0] === 403) throw refuseWith(answer)
  if (body.version !== undefined && body.version !== current.version) {
    throw refuse('stale', { current: await agreementDetail({ ...deps, db: tx }, person, current.id) })
  }
  allow(answer)
  if (needsReason(fieldsOf(current), body)) {
    throw refuseField('cancel_reason', 'Укажите причину переноса: эту дату уже согласовывали')
  }
  if (body.updateTarget === 5 && body.on_behalf && !body.remark) {
    throw refuseField('remark', 'Напишите, как клиент согласовал дату: звонок, письмо')
  }
}

/** An agreement and the version of it that was read. */
interface Read {
  id: number
  version: number
}

/**
 * Locks agreements that were read without a lock, in the order of their ids.
 * @throws 409 with `current` when one of them has changed since
 */
export async function lockUnchanged(tx: Transaction, { person, deps }: Actor, all: Read[]): Promise<void> {
  const versions = new Map(all.map(({ id, version }) => [id, version]))
  const locked = await lockAgreements(tx, [...versions.keys()])
  const changed = locked.find(({ id, version }) => version !== versions.get(id))
  if (changed) throw refuse('stale', { current: await agreementDetail({ ...deps, db: tx }, person, changed.id) })
}

export const fieldsOf = (row: KnownAgreement): AgreementFields => ({
  ...row,
  recipients: row.recipients.map(({ id }) => id),
})

/** An update of the agreement itself, without remarks. */
export type OwnOf = Omit<Update, 'body'> & { body: OwnUpdate }

export interface Recorded {
  columns: Partial<AgreementFields>
  people: { id: number; name: string }[] | undefined
  /** The scope that was agreed to, as the history shows it. */
  scope: string
  /** The objections to a moved date. */
  kept?: { text: string; note?: string | undefined } | undefined
}

/** Builds the history record of an update. */
export function updateToRecord(
  { body, via }: OwnOf,
  current: KnownAgreement,
  { columns, people, scope, kept = { text: '' } }: Recorded,
  note = '',
) {
  const onBehalf = body.updateTarget === 5 && body.on_behalf !== undefined
  const [was = [], recipients = []] = namedApart(current.recipients, people ?? current.recipients)
  const before = { ...current, recipients: was }
  const after = { ...before, ...columns, recipients }
  return {
    entity: 'agreement' as const,
    entity_id: current.id,
    titles: withClock(scopeTitles, before, after),
    before: { ...before, scope: '', scope_decision: '', against: '' },
    after: { ...after, scope, scope_decision: '', against: kept.text },
    ...againstNote(kept),
    ...(onBehalf ? { via: 'on_behalf' as const, note: body.remark } : { via, ...(note ? { note } : {}) }),
  }
}
