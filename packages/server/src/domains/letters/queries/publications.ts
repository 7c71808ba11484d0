import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'

/** The company, if it is hidden: nobody of it can read of anything. */
export const hiddenCompany = statement((db, { idcomp }: { idcomp: number }) =>
  db
    .selectFrom('shared_companies as companies')
    .select('idcomp')
    .where('idcomp', '=', idcomp)
    .where('deleted_at', 'is not', null),
)

const waitingFor = statement(
  (_, { publication_id, idcomp }: { publication_id: number; idcomp: number }) => sql<{ title: string }>`
    select r.title
    from shared_unfetched_packages as waiting
    join shared_publication_releases as item on item.id = waiting.publication_release_id
    join shared_releases as r on r.id = item.release_id
    where waiting.publication_id = ${publication_id} and waiting.idcomp = ${idcomp}
    order by item.idx`,
)

/** The titles of a publication's releases that wait for a company to fetch their files. */
export const unfetchedBy = async (db: Db, publication_id: number, idcomp: number): Promise<string[]> =>
  (await waitingFor.all(db, { publication_id, idcomp })).map(({ title }) => title)
