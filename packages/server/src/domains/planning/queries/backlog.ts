import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Db } from '../../../platform/call.ts'
import { numberIn } from '../../../platform/text/number-in.ts'
import { holdsWords, searchedWords, type SearchedWords } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'

const SHOWN = 100

interface Search {
  words: SearchedWords | null
  /** The words may also be a number. */
  id: number | null
}

const unplanned = (db: Db, { words, id }: Search) =>
  db
    .selectFrom('shared_requests as q')
    .where('q.deleted_at', 'is', null)
    .where('q.release_id', 'is', null)
    .where('q.inBacklog', '=', true)
    .where('q.status_id', 'not in', (eb) =>
      eb.selectFrom('shared_request_statuses').select('id').where('is_over', '=', true),
    )
    .where((eb) => {
      if (!words) return eb.and([])
      return eb.or([holdsWords(eb.ref('q.search_text'), words), ...(id === null ? [] : [eb('q.id', '=', id)])])
    })

const countOf = statement(
  (db, search: Search) => unplanned(db, search).select(({ fn }) => fn.countAll<number>().as('total')),
  { planned: 'each time' },
)

const firstOf = statement(
  (db, search: Search) =>
    unplanned(db, search)
      .innerJoin('shared_companies as c', 'c.idcomp', 'q.idcomp')
      .innerJoin('shared_modules as m', 'm.idmod', 'q.idmod')
      .select(['q.id', 'q.e_title', 'm.namemod', 'q.planned_time', 'q.backlog_priority as priority'])
      .select((eb) => jsonBuildObject({ idcomp: eb.ref('c.idcomp'), namecomp: eb.ref('c.namecomp') }).as('company'))
      .orderBy('q.backlog_priority', (order) => order.asc().nullsLast())
      .orderBy('q.id')
      .limit(SHOWN),
  { planned: 'each time' },
)

/**
 * The requests of the backlog that are in no release and whose work is not over: the provider's most urgent first, those
 * without a priority last.
 */
export async function unplannedBacklog(db: Db, search_string: string) {
  const text = search_string.trim()
  const search = { words: text ? searchedWords(text) : null, id: numberIn(text) }
  const [{ total }, requests] = await Promise.all([countOf.one(db, search), firstOf.all(db, search)])
  return { total, requests }
}
