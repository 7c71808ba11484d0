import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { publications } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { refuse } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'

/** The publication, unless it was deleted. */
export const living = statement((db, { id }: { id: number }) =>
  db.selectFrom('publications').select('id').where('id', '=', id).where('deleted_at', 'is', null),
)

const downloads = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('publication_releases as item')
    .innerJoin('publication_files as linked', 'linked.publication_release_id', 'item.id')
    .innerJoin('shared_files as f', 'f.id', 'linked.file_id')
    .innerJoin('shared_file_downloads as log', 'log.file_id', 'f.id')
    .innerJoin('shared_users as u', 'u.id', 'log.user_id')
    .leftJoin('shared_companies as c', 'c.idcomp', 'log.idcomp')
    .select((eb) => [
      jsonBuildObject({ id: eb.ref('f.id'), file_name: eb.ref('f.file_name') }).as('file'),
      jsonBuildObject({ id: eb.ref('u.id'), name: eb.ref('u.name') }).as('user'),
      sql<{ idcomp: number; namecomp: string } | null>`
        case when c.idcomp is not null then json_build_object('idcomp', c.idcomp, 'namecomp', c.namecomp) end`.as(
        'company',
      ),
      eb.fn.min('log.at').as('first_at'),
      eb.fn.max('log.at').as('last_at'),
      sql<number>`count(*)::int`.as('times'),
      sql<boolean>`exists (select from whole_downloads_for_publications as whole
        where whole.file_id = f.id and whole.user_id = u.id and whole.idcomp is not distinct from log.idcomp)`.as(
        'isWhole',
      ),
    ])
    .where('item.publication_id', '=', id)
    .groupBy(['f.id', 'f.file_name', 'f.size', 'u.id', 'u.name', 'log.idcomp', 'c.idcomp', 'c.namecomp'])
    .orderBy('last_at', 'desc')
    .orderBy('f.id')
    .orderBy('u.id'),
)

/** The log of downloads of a publication's files, one row for each file, person and company they were of then. */
export async function downloadsOf(db: Db, id: number): Promise<publications.PublicationDownload[]> {
  if (!(await living.first(db, { id }))) throw refuse('not_found')
  return downloads.all(db, { id })
}
