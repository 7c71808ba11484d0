import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'

/** The titles of a publication's releases that a company was handed. */
export async function unfetchedBy(db: Db, publication_id: number, idcomp: number): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select r.title
    from open_publication_items as open
    join shared_publication_releases as item on item.id = open.publication_release_id
    join shared_releases as r on r.id = item.release_id
    where item.publication_id = ${publication_id} and open.idcomp = ${idcomp}
    order by item.idx`.execute(db)
  return rows.map(({ title }) => title)
}
