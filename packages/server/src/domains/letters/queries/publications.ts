import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

const handedTo = statement(
  (_, { publication_id, idcomp }: { publication_id: number; idcomp: number }) => sql<{ title: string }>`
    select r.title
    from open_publication_items as open
    join shared_publication_releases as item on item.id = open.publication_release_id
    join shared_releases as r on r.id = item.release_id
    where item.publication_id = ${publication_id} and open.idcomp = ${idcomp}
    order by item.idx`,
)

/** The titles of a publication's releases that a company was handed. */
export const unfetchedBy = async (db: Db, publication_id: number, idcomp: number): Promise<string[]> =>
  (await handedTo.all(db, { publication_id, idcomp })).map(({ title }) => title)
