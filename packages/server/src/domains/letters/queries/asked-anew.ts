import { companyZone } from '../../calendars/port.ts'
import { statement } from '../../../platform/statement.ts'
import { sql } from 'kysely'
import { isNotOfStaff } from './letters.ts'

/** Which date a reader has been asked about since, after the agreement of a letter to them has ended. */

interface Ended {
  id: number
  event_id: number
  lowered: string
}

/** How the release and the company of an agreement stand now, and whether the address belongs to staff. */
export const standing = statement(
  (_, { id, lowered }: Pick<Ended, 'id' | 'lowered'>) => sql<{
    is_there: boolean
    takes_part: boolean
    is_staff: boolean
  }>`
    select r.deleted_at is null as is_there, not ${isNotOfStaff(lowered)} as is_staff,
      c.deleted_at is null
        and exists (select from shared_release_companies as rc where rc.release_id = r.id and rc.idcomp = c.idcomp)
        and not exists (select from shared_not_publishing_list as n where n.release_id = r.id and n.idcomp = c.idcomp)
        as takes_part
    from shared_agreements as a
    join shared_releases as r on r.id = a.release_id
    join shared_companies as c on c.idcomp = a.company_id
    where a.id = ${id}`,
)

/**
 * The date of another agreement of the same release and company that the address of a client was asked about after the
 * event. Its letter says more than the one about the end, which may arrive later.
 */
export const askedAnew = statement((db, { id, event_id, lowered }: Ended) =>
  db
    .selectFrom('shared_agreements as ended')
    .innerJoin('shared_agreements as a', (join) =>
      join.onRef('a.release_id', '=', 'ended.release_id').onRef('a.company_id', '=', 'ended.company_id'),
    )
    .select(['a.releaseDate', 'a.releaseTime', companyZone('a').as('company_zone')])
    .where('ended.id', '=', id)
    .whereRef('a.id', '<>', 'ended.id')
    .where('a.deleted_at', 'is', null)
    .where('a.by_rivc', '=', true)
    .where(isNotOfStaff(lowered))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shared_deliveries as d')
          .innerJoin('letters as l', 'l.id', 'd.letter_id')
          .select('l.id')
          .where('d.entity', '=', 'agreement')
          .whereRef('d.entity_id', '=', 'a.id')
          .where('l.event_id', '>', event_id)
          .where('l.kind', '=', 'agreement.sent')
          .where(sql`lower(d.target)`, '=', lowered),
      ),
    ),
)
