import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

/** Which of the releases the companies of these requests may see. */
export const openReleasesOf = statement((db, { requests, releases }: { requests: number[]; releases: number[] }) =>
  db
    .selectFrom('shared_requests as q')
    .innerJoin('open_releases as open', 'open.idcomp', 'q.idcomp')
    .select(['q.id', 'open.release_id'])
    .where('q.id', '=', oneOf(requests))
    .where('open.release_id', '=', oneOf(releases)),
)
