import type { Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { knowing } from '../../access/port.ts'
import { plainWords, raiseInside, writeRemark } from '../../threads/port.ts'
import { isAskable } from '../policy.ts'
import { knownAgreement, type KnownAgreement } from '../queries/agreements.ts'
import { changesOf, differing, happened, withLapsed, type AgreementFields, type OwnUpdate } from '../rules/changes.ts'
import { passing } from '../queries/passed-dates.ts'
import { insteadOf } from '../queries/substitutes.ts'
import { eligible, endOffer, lockAgreement, updateAgreement, writeRecipients } from '../store/agreements.ts'
import { checkUpdate, fieldsOf, updateToRecord, type OwnOf, type Recorded, type Update } from './checking.ts'
import { redateEach, type DateUpdate } from './redating.ts'
import { agreedScope } from './scopes.ts'
import { askEach } from './sending.ts'
import '../events.ts'

/**
 * Returns the people who will receive letters about the company's agreement; those without a mail address are dropped
 * (brief, section 5), and so are those in the list who have since moved or were deleted: nobody writes to them, and they
 * must not hold up the others.
 * @param former ids of the present recipients
 * @throws 422 when somebody else is blocked, or neither staff nor of the company
 */
export async function recipientsAmong(tx: Transaction, company_id: number, ids: number[], former: number[] = []) {
  const unique = [...new Set(ids)]
  const before = new Set(former)
  // Somebody who was blocked later stays: they may be let in again.
  const people = (await eligible(tx, company_id, unique)).filter(({ id, is_blocked }) => !is_blocked || before.has(id))
  const known = new Set([...before, ...people.map(({ id }) => id)])
  if (!unique.every((id) => known.has(id))) {
    throw refuseField(
      'recipients',
      'Получателями могут быть только сотрудники и люди этой компании, которые не заблокированы',
    )
  }
  return people.filter(({ email }) => email).toSorted((a, b) => a.name.localeCompare(b.name, 'ru') || a.id - b.id)
}

/**
 * Makes an update as part of a transaction, from a screen or from a letter's link.
 * @returns the id of the event, null when nothing changed
 * @throws the refusals of `agreements.update`
 */
export async function changeInside(tx: Transaction, actor: Actor, update: Update): Promise<number | null> {
  await lockAgreement(tx, update.id)
  const current = await knownAgreement(tx, actor.person, update.id)
  if (!current) throw refuse('not_found')
  const { body, id, via } = update
  await checkUpdate(tx, actor, body, current)
  if (body.updateTarget === 0) return writeRemark(tx, actor, { agreement_id: id, text: body.remark, via })
  if (isAsking(actor, body)) return (await askEach(tx, actor, [{ agreement: current, via }]))[0] ?? null
  if (body.updateTarget === 4) return (await redateEach(tx, actor, [{ current, body, via }]))[0] ?? null
  const event_id = await applyUpdate(tx, actor, { id, body, via }, current)
  if (!actor.person.isRivc && body.updateTarget === 5) await raiseBeside(tx, actor, { id, text: body.remark, via })
  return event_id
}

/** An approval by staff in their own name sends the date to the client. */
const isAsking = ({ person }: Actor, body: OwnUpdate) =>
  body.updateTarget === 5 && person.isRivc && body.on_behalf === undefined

/** «Согласовать с замечанием»: raises the client's text as a remark that does not block the publication. */
async function raiseBeside(
  tx: Transaction,
  actor: Actor,
  { id, text, via }: Pick<Update, 'id' | 'via'> & { text: string },
) {
  if (text === '') return
  const about = { entity: 'agreement' as const, entity_id: id }
  await raiseInside(tx, actor, { about, words: plainWords(text), blocks: false, via })
}

/** An update that leaves the date as it is. */
type OtherOf = OwnOf & { body: Exclude<OwnUpdate, DateUpdate> }

async function applyUpdate(tx: Transaction, actor: Actor, update: OtherOf, current: KnownAgreement) {
  const { person, deps } = actor
  const { body } = update
  const { id, company_id } = current
  const before = fieldsOf(current)
  const people =
    body.updateTarget === 2 ? await recipientsAmong(tx, company_id, body.recipients, before.recipients) : undefined
  const checked = people && body.updateTarget === 2 ? { ...body, recipients: people.map((one) => one.id) } : body
  const byClient = !person.isRivc || (body.updateTarget === 5 && body.on_behalf !== undefined)
  const now = momentOf(deps.clock)
  const changes = differing(before, changesOf(before, checked, byClient, now))
  if (Object.keys(changes).length === 0) return null
  const { recipients, ...columns } = changes
  const scope = await scopeOfUpdate(tx, actor, update, { current, columns })
  const knew = await knowing(tx, 'agreement', id)
  if (recipients) await writeRecipients(tx, id, recipients)
  const version = await updateAgreement(tx, id, { ...columns, ...scope.columns, updated_at: now })
  if (columns.by_client) {
    await endOffer(tx, [id], { state: 'lapsed', answered_by: person.id || null, answered_at: now })
  }
  await recordUpdate(tx, actor, update, current, { columns, people, scope: scope.text })
  const isAsked = isAskable({ ...current, ...passing(current, deps.clock.now()) })
  const event = withLapsed(happened(before, changes, body, { isAsked }), current.offer)
  return emit(tx, actor, { ...event, entity: 'agreement', entity_id: id, version, companies: [company_id], knew })
}

/** Stores the release's scope when the client agrees. */
async function scopeOfUpdate(
  tx: Transaction,
  actor: Actor,
  { body }: OwnOf,
  { current, columns }: { current: KnownAgreement; columns: Partial<AgreementFields> },
) {
  if (!columns.by_client) return { text: '', columns: {} }
  return agreedScope(tx, actor, { current, named: body.updateTarget === 5 ? body : {} })
}

async function recordUpdate(tx: Transaction, actor: Actor, update: OwnOf, current: KnownAgreement, recorded: Recorded) {
  const note = await insteadOf(tx, current.id, actor.person)
  return recordChanges(tx, actor, updateToRecord(update, current, recorded, note))
}
