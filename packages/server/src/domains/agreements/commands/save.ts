import type { agreements } from '@vypusk/contract'
import type { BodyOf } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { earlyReply } from '../../../platform/http/idempotency.ts'
import { recordMany } from '../../../platform/history.ts'
import { outcomeOf } from '../../deliveries/port.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { companyName } from '../../catalog/port.ts'
import { lockRelease, releaseFor } from '../../releases/port.ts'
import { changeInside, recipientsAmong } from './changing.ts'
import { writeRemark } from '../../threads/port.ts'
import { reasons } from '../policy.ts'
import { liveAgreement } from '../queries/agreements.ts'
import { agreementDetail } from '../queries/detail.ts'
import { againstNote, keptAgainst, type KeptAgainst } from '../queries/date-facts.ts'
import { onceEach } from '../rules/changes.ts'
import { lifeTitles, withClock } from '../rules/titles.ts'
import { insertAgreements, insertRecipients } from '../store/agreements.ts'
import '../events.ts'

/**
 * Checks that the company is one of the release's companies and not on its not-publishing list. Locks the company, then
 * the release, as hiding a company does. @throws 422 at the field
 */
export async function checkPair(
  tx: Transaction,
  { release_id, company_id }: { release_id: number; company_id: number },
) {
  if (!(await releaseFor(tx, release_id))) throw refuseField('release_id', 'Релиз не найден')
  const isPresent = (await companyName(tx, company_id)) !== undefined
  const release = await lockRelease(tx, release_id)
  if (!release.companies.includes(company_id)) throw refuseField('company_id', 'Эта компания не участвует в релизе')
  if (release.notPublishingList.includes(company_id)) throw refuseField('company_id', reasons.notPublishing[1])
  if (!isPresent) throw refuseField('company_id', reasons.hiddenCompany[1])
}

/** Creates an agreement. @throws 409 with the id of the existing one */
export async function addAgreement(call: Call<typeof agreements.add>) {
  let event_id: number | null = null
  const made = await inTransaction(call, async (tx) => {
    const { id, event_id: happened } = await addInside(tx, call, call.body)
    event_id = happened
    return earlyReply({ message: 'Success', id, mail: 'queued' as const })
  })
  return { ...made, mail: await outcomeOf(call.deps, event_id) }
}

export type Draft = BodyOf<typeof agreements.add>

/** Creates an agreement as part of a transaction. @returns its id and the id of the event */
export async function addInside(tx: Transaction, actor: Actor, body: Draft) {
  const made = await insertOnce(tx, actor, body)
  const { id } = made
  if (body.remark) await writeRemark(tx, actor, { agreement_id: id, text: body.remark, via: 'screen' })
  const event_id = await emit(tx, actor, createdEvent(made))
  return { id, event_id }
}

async function insertOnce(tx: Transaction, actor: Actor, body: Draft) {
  const { deps, person } = actor
  await checkPair(tx, body)
  const people = await recipientsAmong(tx, body.company_id, body.recipients)
  const kept = await keptAgainst({ db: tx, clock: deps.clock }, person, body, body.against_reason ?? '')
  const made = (await insertChecked(tx, actor, [{ body, people, kept }]))[0]
  if (made) return made
  const existing = await liveAgreement.first(tx, { release_id: body.release_id, company_id: body.company_id })
  throw existing ? refuseWith(reasons.exists, existing) : refuse('conflict')
}

/** A draft whose release and company were checked, with its recipients. */
export interface Checked {
  body: Draft
  people: { id: number; name: string }[]
  kept: KeptAgainst
}

/**
 * Inserts agreements and records them in the history; those whose release and company already have one are missing from
 * the result.
 */
export async function insertChecked(tx: Transaction, actor: Actor, all: Checked[]) {
  const { deps, person } = actor
  const now = momentOf(deps.clock)
  const rows = all.map(({ body: { recipients: _, ...fields }, kept: { against_reason } }) => {
    const recipientsExtra = onceEach(fields.recipientsExtra)
    return { ...fields, against_reason, recipientsExtra, author_id: person.id, created_at: now, updated_at: now }
  })
  const inserted = await insertAgreements(tx, rows)
  const made = new Map(inserted.map((row) => [row.company_id, row]))
  const written = all.flatMap(({ people, kept }, index) => {
    const row = rows[index]
    const agreement = row && made.get(row.company_id)
    return agreement ? [{ id: agreement.id, row, people, kept }] : []
  })
  await insertRecipients(
    tx,
    written.flatMap(({ id, people }) => people.map((one) => ({ agreement_id: id, user_id: one.id }))),
  )
  await recordMany(
    tx,
    actor,
    written.map(({ id, row, people, kept }) => ({
      entity: 'agreement',
      entity_id: id,
      titles: withClock(lifeTitles, row),
      before: null,
      after: { ...row, recipients: people.map(({ name }) => name), live: 'создано', against: kept.text || null },
      ...againstNote(kept),
    })),
  )
  return inserted
}

/** Builds the event of a new agreement. */
export const createdEvent = ({ id, company_id, version }: { id: number; company_id: number; version: number }) => ({
  kind: 'agreement.created' as const,
  entity: 'agreement' as const,
  entity_id: id,
  version,
  companies: [company_id],
  data: { agreement_id: id },
})

/**
 * Makes one update, selected by its target (api.md, "Agreements").
 * @returns the agreement as it is now, and the state of the letters that the update caused
 */
export async function changeAgreement(call: Call<typeof agreements.update>) {
  const { deps, person, params, body } = call
  const event_id = await inTransaction(call, (tx) => changeInside(tx, call, { id: params.id, body, via: 'screen' }))
  const mail = await outcomeOf(deps, event_id)
  return { message: 'Success', agreement: await agreementDetail(deps, person, params.id), mail }
}
