import type { agreements } from '@vypusk/contract'
import { allow } from '../../../platform/ability.ts'
import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { knowing } from '../../access/port.ts'
import { hasPassed } from '../../calendars/port.ts'
import { plainWords, raiseInside, writeRemark } from '../../threads/port.ts'
import { actionOf, agreementPolicy } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { agreementDetail } from '../queries/detail.ts'
import {
  changesOf,
  differing,
  happened,
  needsReason,
  withLapsed,
  type AgreementFields,
  type OwnUpdate,
} from '../rules/changes.ts'
import { keptAgainst } from '../queries/fitting.ts'
import { insteadOf, withInstead } from '../queries/substitutes.ts'
import { scopeTitles } from '../rules/titles.ts'
import { eligible, endOffer, lockAgreement, updateAgreement, writeRecipients } from '../store.ts'
import { revokeTokens } from '../store/links.ts'
import { agreedScope, askedScope } from './scopes.ts'
import '../events.ts'

/** One update of one agreement, and where it is made from. */
export interface Update {
  id: number
  body: agreements.AgreementUpdate
  via: Extract<Via, 'screen' | 'letter'>
}

/**
 * Whom letters of the company's agreement go to: those without a mail address are dropped (brief, section 5).
 * @throws 422 when somebody is neither staff nor of the company
 */
export async function recipientsAmong(tx: Transaction, company_id: number, ids: number[]) {
  const asked = [...new Set(ids)]
  const people = await eligible(tx, company_id, asked)
  if (people.length < asked.length) {
    throw refuseField('recipients', 'Получателями могут быть только сотрудники и люди этой компании')
  }
  return people.filter(({ email }) => email).toSorted((a, b) => a.name.localeCompare(b.name, 'ru') || a.id - b.id)
}

/**
 * Makes an update as a part of a transaction, whoever asks for it.
 * @returns the id of what happened, null when nothing did
 * @throws what `agreements.update` refuses
 */
export async function changeInside(tx: Transaction, actor: Actor, update: Update): Promise<number | null> {
  await lockAgreement(tx, update.id)
  const current = await knownAgreement(tx, actor.person, update.id)
  if (!current) throw refuse('not_found')
  const { body, id, via } = update
  await checkUpdate(tx, actor, body, current)
  if (body.updateTarget === 0) return writeRemark(tx, actor, { agreement_id: id, text: body.remark, via })
  const event_id = await applyUpdate(tx, actor, { id, body, via }, current)
  if (!actor.person.isRivc && body.updateTarget === 5) await raiseBeside(tx, actor, { id, text: body.remark, via })
  return event_id
}

/** «Согласовать с замечанием»: what the client says with its word holds nothing up. */
async function raiseBeside(
  tx: Transaction,
  actor: Actor,
  { id, text, via }: Pick<Update, 'id' | 'via'> & { text: string },
) {
  if (text === '') return
  const about = { entity: 'agreement' as const, entity_id: id }
  await raiseInside(tx, actor, { about, words: plainWords(text), blocks: false, via })
}

export async function checkUpdate(
  tx: Transaction,
  { person, deps }: Actor,
  body: agreements.AgreementUpdate,
  current: KnownAgreement,
) {
  const answer = agreementPolicy[actionOf(body)](person, {
    ...current,
    date_passed: hasPassed(current, deps.clock.now()),
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

export const fieldsOf = (row: KnownAgreement): AgreementFields => ({
  ...row,
  recipients: row.recipients.map(({ id }) => id),
})

/** An update of what the agreement itself says. */
type OwnOf = Omit<Update, 'body'> & { body: OwnUpdate }

async function applyUpdate(tx: Transaction, actor: Actor, update: OwnOf, current: KnownAgreement) {
  const { person, deps } = actor
  const { body } = update
  const { id, company_id } = current
  const people = body.updateTarget === 2 ? await recipientsAmong(tx, company_id, body.recipients) : undefined
  const checked = people && body.updateTarget === 2 ? { ...body, recipients: people.map((one) => one.id) } : body
  const byClient = !person.isRivc || (body.updateTarget === 5 && body.on_behalf !== undefined)
  const before = fieldsOf(current)
  const now = momentOf(deps.clock)
  const changes = differing(before, changesOf(before, checked, byClient, now))
  if (Object.keys(changes).length === 0) return null
  const { recipients, ...columns } = changes
  const scope = await scopeOfUpdate(tx, actor, update, { current, columns })
  const kept = await keptOfUpdate(tx, actor, update, { current, columns })
  const knew = await knowing(tx, 'agreement', id)
  if (recipients) await writeRecipients(tx, id, recipients)
  const version = await updateAgreement(tx, id, { ...columns, ...scope.columns, ...kept.columns, updated_at: now })
  if (columns.by_rivc === false) await revokeTokens(tx, [id], now)
  if (columns.by_rivc === false || columns.by_client) {
    await endOffer(tx, [id], { state: 'lapsed', answered_by: person.id || null, answered_at: now })
  }
  await recordUpdate(tx, actor, update, current, { columns, people, scope: scope.said, kept })
  const event = withLapsed(happened(before, changes, body), current.offer)
  return emit(tx, actor, { ...event, entity: 'agreement', entity_id: id, version, companies: [company_id], knew })
}

/** What a yes, or a question, keeps of the release's scope. */
async function scopeOfUpdate(
  tx: Transaction,
  actor: Actor,
  { body }: Update,
  { current, columns }: { current: KnownAgreement; columns: Partial<AgreementFields> },
) {
  const scope_sha = body.updateTarget === 5 ? body.scope_sha : undefined
  if (columns.by_client) return agreedScope(tx, actor, { current, scope_sha })
  return { said: '', columns: columns.by_rivc ? await askedScope(tx, current) : {} }
}

/** What speaks against a date that is moved, or sent to the client as it stands, and why it is kept. */
async function keptOfUpdate(
  tx: Transaction,
  { person, deps }: Actor,
  { body }: OwnOf,
  { current, columns }: { current: KnownAgreement; columns: Partial<AgreementFields> },
) {
  const isMoved = body.updateTarget === 4
  if (!isMoved && !columns.by_rivc) return { said: '', columns: {} }
  const reason = isMoved ? (body.against_reason ?? '') : current.against_reason
  const known = { db: tx, clock: deps.clock }
  const { said, note, against_reason } = await keptAgainst(known, person, { ...current, ...columns }, reason)
  return { said, note, columns: { against_reason } }
}

interface Recorded {
  columns: Partial<AgreementFields>
  people: { name: string }[] | undefined
  /** What was agreed to, as the history tells it. */
  scope: string
  kept: { said: string; note?: string | undefined }
}

async function recordUpdate(tx: Transaction, actor: Actor, update: OwnOf, current: KnownAgreement, recorded: Recorded) {
  const note = withInstead(await insteadOf(tx, current.id, actor.person), recorded.kept.note)
  return recordChanges(tx, actor, updateToRecord(update, current, recorded, note))
}

/** What the history keeps of an update. */
export function updateToRecord(
  { body, via }: OwnOf,
  current: KnownAgreement,
  { columns, people, scope, kept }: Recorded,
  note: string,
) {
  const onBehalf = body.updateTarget === 5 && body.on_behalf !== undefined
  const before = { ...current, recipients: current.recipients.map(({ name }) => name) }
  const recipients = people?.map(({ name }) => name) ?? before.recipients
  return {
    entity: 'agreement' as const,
    entity_id: current.id,
    titles: scopeTitles,
    before: { ...before, scope: '', scope_decision: '', against: '' },
    after: { ...before, ...columns, recipients, scope, scope_decision: '', against: kept.said },
    ...(onBehalf ? { via: 'on_behalf' as const, note: body.remark } : { via, ...(note ? { note } : {}) }),
  }
}
