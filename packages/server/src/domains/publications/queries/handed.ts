import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'
import { oneOf } from '../../../platform/sql.ts'

/** What one company was handed of a release in a publication. */
export interface HandedSet {
  release_id: number
  /** The place of the release in the publication. */
  idx: number
  /** What the release was called when its companies were told of it. */
  title: string
  idcomp: number
  namecomp: string
  files: { id: number; file_name: string; sha256: string }[]
  /** The publication that this one corrects, if that had reached the company with this release: to others the files are new. */
  instead_of: number | null
}

interface Wanted {
  publication_id: number
  releases: readonly number[]
  /** The part of them: hundreds of companies may have hundreds of files each. */
  limit: number
  /** The set that the part before ended with. */
  after?: Pick<HandedSet, 'idx' | 'idcomp'>
}

/** What each company was handed of these releases of a publication. */
export const handedSets = statement(
  (_, { publication_id, releases, limit, after }: Wanted) => sql<HandedSet>`
    select item.release_id, item.idx, coalesce(item.title, r.title) as title, handed.idcomp, c.namecomp,
      (select coalesce(json_agg(json_build_object('id', f.id, 'file_name', f.file_name, 'sha256', f.sha256) order by f.id), '[]')
       from handed_packages as package join shared_files as f on f.id = package.file_id
       where package.publication_release_id = item.id and package.idcomp = handed.idcomp) as files,
      case when exists (
        select from reached_items as former
        where former.publication_id = p.corrects and former.release_id = item.release_id and former.idcomp = handed.idcomp)
      then p.corrects end as instead_of
    from handed_items as handed
    join publication_releases as item on item.id = handed.publication_release_id
    join publications as p on p.id = item.publication_id
    join shared_releases as r on r.id = item.release_id
    join shared_companies as c on c.idcomp = handed.idcomp
    where item.publication_id = ${publication_id} and item.release_id = ${oneOf(releases)}
      and (item.idx, handed.idcomp) > (${after?.idx ?? -1}, ${after?.idcomp ?? 0})
    order by item.idx, handed.idcomp limit ${limit}`,
)
