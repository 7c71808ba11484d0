import { sql } from 'kysely'
import { notices } from '@vypusk/contract'
import type { Concern } from '../../../platform/events.ts'
import { ASKING } from '../rules/asking.ts'

/** What the statement that writes an event asks, so that listeners of notices are not called in vain. */

/** SQL that checks whether anybody except the author of a change follows the thing. */
export const concernsFollowers: Concern = ({ entity, entity_id, user_id }) =>
  notices.watched.safeParse(entity).success
    ? sql`exists (
        select from thing_people as own
        where own.entity = ${sql.lit(entity)} and own.entity_id = ${entity_id} and own.user_id is distinct from ${user_id}
        union all
        select from watchers as own
        where own.entity = ${sql.lit(entity)} and own.entity_id = ${entity_id} and own.watches
          and own.user_id is distinct from ${user_id})`
    : sql`false`

/** SQL that checks whether the changed thing is a request that does not exist any more. */
export const isGoneRequest: Concern = ({ entity, entity_id }) =>
  entity === 'request'
    ? sql`exists (select from shared_requests as q where q.id = ${entity_id} and q.deleted_at is not null)`
    : sql`false`

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
