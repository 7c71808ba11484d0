import { sql } from 'kysely'
import { decodeName } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

/** A thing as messenger channels are notified about it. */
export interface ChannelThing {
  entity: string
  entity_id: number
  title: string
  /** Where the company of an agreement opens it, as the view `things` says. */
  release_id: number | null
  /** The releases it belongs to, deleted ones included. */
  releases: number[]
  /** The companies that may see it now; empty for deleted things. */
  companies: number[]
}

interface Named {
  entity: string
  ids: number[]
}

/** The releases that things belong to, deleted ones included. */
const releasesOf = statement(
  (_, { entity, ids }: Named) => sql<{ entity_id: number; releases: number[] }>`
    select named.id as entity_id, case ${entity}::text
      when 'release' then array[named.id]
      when 'agreement' then array(select a.release_id from shared_agreements as a where a.id = named.id)
      when 'request' then array(select q.release_id from shared_requests as q
        where q.id = named.id and q.release_id is not null)
      when 'publication' then array(select p.release_id from shared_publication_releases as p
        where p.publication_id = named.id)
      else '{}'::integer[] end as releases
    from unnest(${ids}::integer[]) as named (id)`,
)

const thingsBy = statement((db, { entity, ids }: Named) =>
  db
    .selectFrom('things')
    .select(['entity_id', 'title', 'release_id', 'companies'])
    .where('entity', '=', entity)
    .where('entity_id', '=', sql<number>`any(${ids}::integer[])`),
)

/** The titles of these things, their releases and the companies that may see them. */
export async function channelThings(db: Db, entity: string, ids: number[]): Promise<ChannelThing[]> {
  const named = { entity, ids }
  const [placed, known] = await Promise.all([releasesOf.all(db, named), thingsBy.all(db, named)])
  const things = new Map(known.map((one) => [one.entity_id, one]))
  const places = new Map(placed.map((one) => [one.entity_id, one.releases]))
  return ids.map((entity_id) => {
    const thing = things.get(entity_id)
    const releases = places.get(entity_id) ?? []
    return {
      entity,
      entity_id,
      title: decodeName(thing?.title ?? `№ ${entity_id}`),
      release_id: thing?.release_id ?? null,
      releases,
      // Only some people of a company may enter the registry, and it is not known who reads a channel.
      companies: entity === 'registry_entry' ? [] : (thing?.companies ?? []),
    }
  })
}
