import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/** The things that the questions of notices may be about. */

/** Things of one entity. */
export type Things = [entity: string, ids: number[]]

const ofReleases = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('shared_agreements').select('id').where('release_id', '=', oneOf(ids)),
)

/** The agreements of releases. */
export const agreementsOf = async (db: Db, releases: number[]): Promise<number[]> =>
  (await ofReleases.all(db, { ids: releases })).map(({ id }) => id)

const ofPublication = statement((db, { publication_id }: { publication_id: number }) =>
  db
    .selectFrom('shared_publication_releases as item')
    .innerJoin('shared_agreements as a', 'a.release_id', 'item.release_id')
    .select('a.id')
    .where('item.publication_id', '=', publication_id),
)

/** The agreements of the releases of a publication: a company that got one is no longer asked for its date. */
export const agreementsPublished = async (db: Db, publication_id: number): Promise<number[]> =>
  (await ofPublication.all(db, { publication_id })).map(({ id }) => id)

const delivered = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('shared_deliveries').select(['entity', 'entity_id']).where('id', '=', oneOf(ids)),
)

/** The things that deliveries are about. */
export async function thingsDelivered(db: Db, ids: number[]): Promise<Things[]> {
  const by = Map.groupBy(await delivered.all(db, { ids }), ({ entity }) => entity)
  return [...by].map(([entity, own]) => [entity, [...new Set(own.map(({ entity_id }) => entity_id))]])
}

const ofCompany = statement(
  (_, { company, settled_at }: { company: number; settled_at: string | undefined }) => sql<{
    entity: string
    ids: number[]
  }>`
    select n.entity, array_agg(distinct n.entity_id) as ids
    from notices as n
    left join shared_requests as q on n.entity = 'request' and q.id = n.entity_id
    left join shared_agreements as a on n.entity = 'agreement' and a.id = n.entity_id
    where n.matter is not null
      and ${settled_at === undefined ? sql`n.read_at is null` : sql`n.settled_at = ${settled_at}`}
      and coalesce(q.idcomp, a.company_id) = ${company}
    group by n.entity`,
  { planned: 'each time' },
)

/**
 * The requests and agreements of a company that unread notices ask about; with a moment, those of notices that were
 * settled then.
 */
export const thingsOfCompany = async (db: Db, company: number, settled_at?: string): Promise<Things[]> =>
  (await ofCompany.all(db, { company, settled_at })).map(({ entity, ids }) => [entity, ids])

/** When a company was hidden the last time. */
export const lastHidden = statement((db, { company }: { company: number }) =>
  db
    .selectFrom('shared_events')
    .select('at')
    .where('kind', '=', 'company.hidden')
    .where('entity', '=', 'company')
    .where('entity_id', '=', company)
    .orderBy('id', 'desc')
    .limit(1),
)
