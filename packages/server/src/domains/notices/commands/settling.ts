import { sql } from 'kysely'
import {
  listenerOfMany,
  type Concern,
  type EventKind,
  type Listener,
  type WrittenEvent,
} from '../../../platform/events.ts'
import { announceOwnNews } from '../../../platform/own-news.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { reopenNotices, settleNotices } from '../store.ts'
import { oneOf } from '../../../platform/sql.ts'

/** Entities whose notices may ask somebody for something. */
const ASKING: ReadonlySet<string> = new Set(['agreement', 'request', 'release', 'publication', 'registry_entry'])

const agreementsOf = async (tx: Transaction, release_id: number): Promise<number[]> => {
  const rows = await tx.selectFrom('shared_agreements').select('id').where('release_id', '=', release_id).execute()
  return rows.map(({ id }) => id)
}

/** A company that has been handed a release is no longer asked for its date. */
const agreementsPublished = async (tx: Transaction, publication_id: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('shared_publication_releases as item')
    .innerJoin('shared_agreements as a', 'a.release_id', 'item.release_id')
    .select('a.id')
    .where('item.publication_id', '=', publication_id)
    .execute()
  return rows.map(({ id }) => id)
}

/** The things that deliveries are about, each with its ids. */
async function thingsDelivered(tx: Transaction, ids: number[]): Promise<[entity: string, ids: number[]][]> {
  const rows = await tx
    .selectFrom('shared_deliveries')
    .select(['entity', 'entity_id'])
    .where('id', '=', oneOf(ids))
    .execute()
  const by = Map.groupBy(rows, ({ entity }) => entity)
  return [...by].map(([entity, own]) => [entity, [...new Set(own.map(({ entity_id }) => entity_id))]])
}

/**
 * The requests and agreements of a company that unread notices ask about; with a moment, those of notices that were
 * settled then.
 */
export async function thingsOfCompany(
  tx: Transaction,
  company: number,
  settled_at?: string,
): Promise<[entity: string, ids: number[]][]> {
  const { rows } = await sql<{ entity: string; ids: number[] }>`
    select n.entity, array_agg(distinct n.entity_id) as ids
    from notices as n
    left join shared_requests as q on n.entity = 'request' and q.id = n.entity_id
    left join shared_agreements as a on n.entity = 'agreement' and a.id = n.entity_id
    where n.matter is not null
      and ${settled_at === undefined ? sql`n.read_at is null` : sql`n.settled_at = ${settled_at}`}
      and coalesce(q.idcomp, a.company_id) = ${company}
    group by n.entity`.execute(tx)
  return rows.map(({ entity, ids }) => [entity, ids])
}

const idsIn = (data: object): number[] =>
  'ids' in data && Array.isArray(data.ids) ? data.ids.filter((id) => typeof id === 'number') : []

/**
 * The things in an event that somebody may have been asked about: for a release that changed or was published, its
 * agreements too, and for a company that was hidden, its requests and agreements.
 */
async function touched(tx: Transaction, event: WrittenEvent): Promise<[entity: string, ids: number[]][]> {
  const { kind, entity, entity_id, data } = event
  if (kind.startsWith('agreement.') && entity !== 'agreement') return [['agreement', idsIn(data)]]
  // A notice of a letter that did not arrive is about the letter's thing.
  if (entity === 'delivery') return thingsDelivered(tx, [entity_id, ...idsIn(data)])
  if (kind === 'company.hidden') return thingsOfCompany(tx, entity_id)
  if (!ASKING.has(entity)) return []
  const own: [string, number[]] = [entity, [entity_id, ...idsIn(data)]]
  if (entity === 'publication') return [own, ['agreement', await agreementsPublished(tx, entity_id)]]
  return entity === 'release' ? [own, ['agreement', await agreementsOf(tx, entity_id)]] : [own]
}

/**
 * Settles notices whose matter is settled, no matter by whom or how: after every event the open matters are looked up,
 * and the bells of the people no longer asked are updated.
 */
export const onAnything = listenerOfMany<EventKind>(async (tx, events) => {
  const all = new Map<string, number[]>()
  for (const event of events) {
    for (const [entity, ids] of await touched(tx, event)) all.set(entity, [...(all.get(entity) ?? []), ...ids])
  }
  for (const [entity, ids] of all) {
    if (ids.length > 0) await announceOwnNews(tx, await settleNotices(tx, entity, ids, events[0]?.at ?? ''))
  }
})

/** What was settled when a company was hidden is asked again when it is shown, as far as it is still open. */
export const onCompanyShown: Listener<'company.shown'> = async (tx, { entity_id }) => {
  const hidden = await tx
    .selectFrom('shared_events')
    .select('at')
    .where('kind', '=', 'company.hidden')
    .where('entity', '=', 'company')
    .where('entity_id', '=', entity_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!hidden) return
  for (const [entity, ids] of await thingsOfCompany(tx, entity_id, hidden.at)) {
    await announceOwnNews(tx, await reopenNotices(tx, entity, ids, hidden.at))
  }
}

/** Most deliveries arrive at once, and nobody was asked about them. */
const hasDeliveryNotice = (delivery_id: Parameters<Concern>[0]['entity_id']) => sql<boolean>`exists (
  select from shared_deliveries as d
  join notices as n on n.entity = d.entity and n.entity_id = d.entity_id
    and n.matter = 'delivery ' || d.id and n.read_at is null
  where d.id = ${delivery_id})`

/** SQL that checks whether the changed thing may have asked somebody for something. */
export const mayHaveQuestions: Concern = ({ kind, entity, entity_id }) => {
  if (kind.startsWith('agreement.') && entity !== 'agreement') return sql`true`
  if (entity === 'delivery') return kind === 'changed' ? hasDeliveryNotice(entity_id) : sql`true`
  if (kind === 'company.hidden') return sql`true`
  if (!ASKING.has(entity)) return sql`false`
  if (kind !== 'changed' || entity === 'release' || entity === 'publication') return sql`true`
  return sql`exists (
    select from notices as n
    where n.entity = ${sql.lit(entity)} and n.entity_id = ${entity_id} and n.matter is not null and n.read_at is null)`
}
