import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'
import { isPresent } from '../../catalog/port.ts'

/** What notices about comments, publications, failed deliveries and backups say, and whom they concern. */

/** A comment on an entry of the registry. */
export const commentBy = statement((db, { id }: { id: number }) =>
  db.selectFrom('shared_registry_comments as registry_comments').select('comment').where('id', '=', id),
)

/** The releases of a publication in their order, once for each company that may know of them. */
export const releasedBy = statement((db, { publication_id }: { publication_id: number }) =>
  db
    .selectFrom('shared_publication_releases as pr')
    .innerJoin('shared_releases as r', 'r.id', 'pr.release_id')
    .leftJoin('open_publication_items as o', 'o.publication_release_id', 'pr.id')
    .select(['r.id', 'r.title', 'o.idcomp'])
    .where('pr.publication_id', '=', publication_id)
    .orderBy('pr.idx'),
)

/** A delivery, its last failure, and the person whose act caused it. */
export const failedDelivery = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_deliveries as d')
    .innerJoin('shared_events as e', 'e.id', 'd.event_id')
    .leftJoin('shared_users as u', 'u.id', 'e.user_id')
    .select(['d.entity', 'd.entity_id', 'd.kind', 'd.target', 'd.last_error', 'e.user_id'])
    .select(['u.isRivc', 'u.isAdmin', isPresent(sql.ref('e.user_id')).as('is_present')])
    .where('d.id', '=', id),
)

/** All administrators. */
export const administratorIds = statement((db) =>
  db.selectFrom('shared_users').select('id').where('isAdmin', '=', true),
)
