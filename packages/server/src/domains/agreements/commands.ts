import type { agreements } from '@vypusk/contract'
import type { Call } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { emit } from '../../platform/events.ts'
import { recordChanges } from '../../platform/history.ts'
import { outcomeOf } from '../../platform/outcome.ts'
import { refuse, refuseField, refuseWith } from '../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../platform/transaction.ts'
import { lockRelease, releaseFor } from '../releases/port.ts'
import { actionOf, may, reasons } from './policy.ts'
import { agreementDetail, knownAgreement, liveAgreement, type KnownAgreement } from './queries.ts'
import {
  changesOf,
  differing,
  happened,
  lifeTitles,
  needsReason,
  onceEach,
  titles,
  type AgreementFields,
} from './rules.ts'
import { eligible, insertAgreement, lockAgreement, updateAgreement, writeRecipients } from './store.ts'
import './events.ts'

/** The release takes part with the company, and the company is published to. */
async function checkPair(tx: Transaction, { release_id, company_id }: { release_id: number; company_id: number }) {
  if (!(await releaseFor(tx, release_id))) throw refuseField('release_id', 'Релиз не найден')
  const release = await lockRelease(tx, release_id)
  if (!release.companies.includes(company_id)) throw refuseField('company_id', 'Эта компания не участвует в релизе')
  if (release.notPublishingList.includes(company_id)) throw refuseField('company_id', reasons.notPublishing[1])
}

/**
 * Whom letters of the company's agreement go to: those without a mail address are dropped (brief, section 5).
 * @throws 422 when somebody is neither staff nor of the company
 */
async function recipientsAmong(tx: Transaction, company_id: number, ids: number[]) {
  const asked = [...new Set(ids)]
  const people = await eligible(tx, company_id, asked)
  if (people.length < asked.length) {
    throw refuseField('recipients', 'Получателями могут быть только сотрудники и люди этой компании')
  }
  return people.filter(({ email }) => email).toSorted((a, b) => a.name.localeCompare(b.name, 'ru') || a.id - b.id)
}

/** Makes an agreement; 409 with the id of the one there is. */
export async function addAgreement(call: Call<typeof agreements.add>) {
  let event_id: number | null = null
  const made = await inTransaction(call, async (tx) => {
    const { id, version } = await insertOnce(tx, call)
    event_id = await emit(tx, call, {
      kind: 'agreement.created',
      entity: 'agreement',
      entity_id: id,
      version,
      companies: [call.body.company_id],
      data: { agreement_id: id },
    })
    return { message: 'Success', id, mail: 'queued' as const }
  })
  return { ...made, mail: await outcomeOf(call.deps, event_id) }
}

async function insertOnce(tx: Transaction, call: Call<typeof agreements.add>) {
  const { body, deps, person } = call
  const { recipients, ...fields } = body
  await checkPair(tx, body)
  const people = await recipientsAmong(tx, body.company_id, recipients)
  const now = momentOf(deps.clock)
  const recipientsExtra = onceEach(body.recipientsExtra)
  const row = { ...fields, recipientsExtra, author_id: person.id, created_at: now, updated_at: now }
  const made = await insertAgreement(tx, row)
  if (!made) {
    const existing = await liveAgreement(tx, body.release_id, body.company_id)
    throw existing ? refuseWith(reasons.exists, existing) : refuse('conflict')
  }
  await writeRecipients(
    tx,
    made.id,
    people.map(({ id }) => id),
  )
  await recordChanges(tx, call, {
    entity: 'agreement',
    entity_id: made.id,
    titles: lifeTitles,
    before: null,
    after: { ...row, recipients: people.map(({ name }) => name), live: 'создано' },
  })
  return made
}

/** Hides an agreement; the pair may then have a new one. */
export async function deleteAgreement(call: Call<typeof agreements.remove>) {
  const { deps, person } = call
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    await lockAgreement(tx, id)
    const agreement = await knownAgreement(tx, person, id)
    if (!agreement) throw refuse('not_found')
    const answer = may('delete', person, agreement)
    if (answer !== true) throw refuseWith(answer)
    const now = momentOf(deps.clock)
    const version = await updateAgreement(tx, id, { deleted_at: now, updated_at: now })
    await recordChanges(tx, call, {
      entity: 'agreement',
      entity_id: id,
      titles: lifeTitles,
      before: { live: 'создано' },
      after: { live: 'удалено' },
    })
    const companies = [agreement.company_id]
    await emit(tx, call, { kind: 'changed', entity: 'agreement', entity_id: id, version, companies, data: {} })
  })
  return { message: 'Success' }
}

/**
 * One update by its target (api.md, "Agreements").
 * @returns the agreement as it is now, and what became of the letters the update caused
 */
export async function changeAgreement(call: Call<typeof agreements.update>) {
  const { deps, person, params } = call
  const event_id = await inTransaction(call, async (tx) => {
    await lockAgreement(tx, params.id)
    const current = await knownAgreement(tx, person, params.id)
    if (!current) throw refuse('not_found')
    await checkUpdate(tx, call, current)
    return applyUpdate(tx, call, current)
  })
  const mail = await outcomeOf(deps, event_id)
  return { message: 'Success', agreement: await agreementDetail(deps.db, person, params.id), mail }
}

async function checkUpdate(tx: Transaction, { person, body }: Call<typeof agreements.update>, current: KnownAgreement) {
  const answer = may(actionOf(body), person, current)
  if (answer !== true && answer[0] === 403) throw refuseWith(answer)
  if (body.version !== undefined && body.version !== current.version) {
    throw refuse('stale', { current: await agreementDetail(tx, person, current.id) })
  }
  if (answer !== true) throw refuseWith(answer)
  if (needsReason(fieldsOf(current), body)) {
    throw refuseField('cancel_reason', 'Укажите причину переноса: эту дату уже согласовывали')
  }
  if (body.updateTarget === 5 && body.on_behalf && !body.remark) {
    throw refuseField('remark', 'Напишите, как клиент согласовал дату: звонок, письмо')
  }
}

const fieldsOf = (row: KnownAgreement): AgreementFields => ({ ...row, recipients: row.recipients.map(({ id }) => id) })

async function applyUpdate(tx: Transaction, call: Call<typeof agreements.update>, current: KnownAgreement) {
  const { person, deps, body } = call
  const { id, company_id } = current
  const people = body.updateTarget === 2 ? await recipientsAmong(tx, company_id, body.recipients) : undefined
  const checked = people && body.updateTarget === 2 ? { ...body, recipients: people.map((one) => one.id) } : body
  const byClient = !person.isRivc || (body.updateTarget === 5 && body.on_behalf !== undefined)
  const before = fieldsOf(current)
  const now = momentOf(deps.clock)
  const changes = differing(before, changesOf(before, checked, byClient, now))
  if (Object.keys(changes).length === 0) return null
  const { recipients, ...columns } = changes
  if (recipients) await writeRecipients(tx, id, recipients)
  const version = await updateAgreement(tx, id, { ...columns, updated_at: now })
  await recordUpdate(tx, call, current, columns, people)
  const event = happened(before, changes, body, byClient)
  return emit(tx, call, { ...event, entity: 'agreement', entity_id: id, version, companies: [company_id] })
}

function recordUpdate(
  tx: Transaction,
  call: Call<typeof agreements.update>,
  current: KnownAgreement,
  columns: Partial<AgreementFields>,
  people: { name: string }[] | undefined,
) {
  const { body } = call
  const onBehalf = body.updateTarget === 5 && body.on_behalf !== undefined
  const before = { ...current, recipients: current.recipients.map(({ name }) => name) }
  const recipients = people?.map(({ name }) => name) ?? before.recipients
  return recordChanges(tx, call, {
    entity: 'agreement',
    entity_id: current.id,
    titles,
    before,
    after: { ...before, ...columns, recipients },
    ...(onBehalf ? { via: 'on_behalf' as const, note: body.remark } : {}),
  })
}
