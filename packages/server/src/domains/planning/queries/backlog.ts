import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '../../../platform/call.ts'
import { holdsText } from '../../../platform/sql.ts'
import { countOf } from '../../../platform/page.ts'

const SHOWN = 100

/**
 * The requests of the backlog that are in no release: the provider's most urgent first, those without a priority last.
 */
export async function unplannedBacklog(db: Db, search_string: string) {
  const search = search_string.trim()
  const found = db
    .selectFrom('shared_requests as q')
    .where('q.deleted_at', 'is', null)
    .where('q.release_id', 'is', null)
    .where('q.inBacklog', '=', true)
    .$if(search !== '', (wanted) =>
      wanted.where((eb) =>
        eb.or([
          holdsText(eb.ref('q.search_text'), search),
          ...(/^\d{1,9}$/.test(search) ? [eb('q.id', '=', Number(search))] : []),
        ]),
      ),
    )
  const [total, requests] = await Promise.all([
    countOf(found),
    found
      .innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
      .innerJoin('shared_modules as m', 'm.idmod', 'q.idmod')
      .select(['q.id', 'q.e_title', 'm.namemod', 'q.planned_time', 'q.backlog_priority as priority'])
      .select((eb) => jsonBuildObject({ idcomp: eb.ref('c.idcomp'), namecomp: eb.ref('c.namecomp') }).as('company'))
      .orderBy('q.backlog_priority', (order) => order.asc().nullsLast())
      .orderBy('q.id')
      .limit(SHOWN)
      .execute(),
  ])
  return { total, requests }
}
