import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'

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
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('open_publication_items as open')
            .innerJoin('handed_packages as package', (join) =>
              join
                .onRef('package.publication_release_id', '=', 'open.publication_release_id')
                .onRef('package.idcomp', '=', 'open.idcomp'),
            )
            .select(sql.lit(1).as('one'))
            .whereRef('open.publication_id', '=', 'd.entity_id')
            .whereRef('open.idcomp', '=', 'd.idcomp')
            .whereRef('package.file_id', '=', 'd.file_id'),
        )
        .$castTo<boolean>()
        .as('isTheirs'),
    )
    .leftJoin('publications as p', 'p.id', 'd.entity_id')
    .select(sql<boolean>`p.withdrawn_at is not null`.as('isWithdrawn'))
    .where('d.id', '=', id)
    .where('d.state', '=', 'queued'),
)
