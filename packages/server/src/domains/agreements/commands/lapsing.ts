import { momentOf } from '../../../platform/clock.ts'
import { emitMany } from '../../../platform/events-together.ts'
import type { Listener } from '../../../platform/events.ts'
import { recordMany } from '../../../platform/history.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import { lateOffers } from '../queries/offers.ts'
import { offerTitles } from '../rules/titles.ts'
import { endOffer, updateAgreements } from '../store/agreements.ts'
import '../events.ts'

/**
 * Ends the offers that were not answered before the release was published to their companies (docs/decisions/0149).
 * Publishing has locked the agreements.
 */
export const endLateOffers: Listener<'publication.published'> = async (tx, { entity_id }, actor) => {
  const rows = await lateOffers.all(tx, { publication_id: entity_id })
  if (rows.length === 0) return
  const { deps, person } = actor
  const at = momentOf(deps.clock)
  const ids = rows.map(({ agreement_id }) => agreement_id)
  await endOffer(tx, ids, { state: 'lapsed', answered_by: person.id || null, answered_at: at })
  const versions = await updateAgreements(tx, ids, { updated_at: at })
  const events = rows.map(({ id: offer_id, agreement_id, company_id }) => ({
    kind: 'agreement.offer_lapsed' as const,
    entity: 'agreement' as const,
    entity_id: agreement_id,
    version: versions.get(agreement_id) ?? 0,
    companies: [company_id],
    data: { agreement_id, offer_id },
  }))
  const records = rows.map((late) => ({
    entity: 'agreement' as const,
    entity_id: late.agreement_id,
    titles: { offer: offerTitles.offer },
    before: { offer: plannedInWords(late) },
    after: { offer: 'больше не рассматривается' },
    note: 'Релиз опубликован для компании',
  }))
  await recordMany(tx, actor, records)
  await emitMany(tx, actor, events)
}
