import { sql, type Expression, type SqlBool } from 'kysely'
import { endedFor, type OfDelivery } from '../../deliveries/port.ts'
import { NO_LONGER_THEIRS } from '../../publications/port.ts'

/** Letters of publications that were ended since then because their company was to have none of it, and is now. */
export const isTheirsAgain = (eb: OfDelivery, since: string): Expression<SqlBool> =>
  eb.and([
    endedFor('mail', NO_LONGER_THEIRS, since)(eb),
    eb('d.entity', '=', 'publication'),
    sql<boolean>`exists (
      select from letters as letter
      join open_publication_items as open on open.publication_id = d.entity_id and open.idcomp = letter.idcomp
      join shared_companies as company on company.idcomp = letter.idcomp and company.deleted_at is null
      where letter.id = d.letter_id and letter.kind = 'publication.published'
        and (letter.release_ids is null or open.release_id = any(letter.release_ids)))`,
  ])
