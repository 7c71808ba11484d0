import { sql, type Expression, type SqlBool } from 'kysely'
import { statement } from '../../../platform/statement.ts'
import { endedFor, type OfDelivery } from '../../deliveries/port.ts'
import { NO_LONGER_THEIRS } from '../policy.ts'

/**
 * SQL that checks whether the company of copy `d` may still have its file. Of a hidden company nobody is left to have it,
 * whatever it was handed.
 */
const isTheirs = sql<boolean>`exists (
  select from open_publication_items as open
  join handed_packages as package
    on package.publication_release_id = open.publication_release_id and package.idcomp = open.idcomp
  join shared_companies as company on company.idcomp = open.idcomp and company.deleted_at is null
  where open.publication_id = d.entity_id and open.idcomp = d.idcomp and package.file_id = d.file_id)`

/** Copies that were stopped since then because their companies were no longer to have the files, and are now. */
export const isTheirsAgain = (eb: OfDelivery, since: string): Expression<SqlBool> =>
  eb.and([endedFor('ftp', NO_LONGER_THEIRS, since)(eb), isTheirs])

/** A waiting copy with its file, and whether its company may still have it. */
export const waitingCopy = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('shared_deliveries as d')
    .innerJoin('shared_files as f', 'f.id', 'd.file_id')
    .select([
      'd.id',
      'd.target',
      'd.attempts',
      'd.generation',
      'd.is_named',
      'd.repeated_at',
      'd.file_id',
      'd.idcomp',
      'f.size',
      'f.sha256',
      'f.storage_key',
    ])
    .select(isTheirs.as('isTheirs'))
    .leftJoin('publications as p', 'p.id', 'd.entity_id')
    .select(sql<boolean>`p.withdrawn_at is not null`.as('isWithdrawn'))
    .where('d.id', '=', id)
    .where('d.state', '=', 'queued'),
)
