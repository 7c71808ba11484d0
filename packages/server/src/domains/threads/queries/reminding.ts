import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'
import { isPresent } from '../../catalog/port.ts'

/** The open threads that have to be answered until a day and whose people were not reminded yet. */
export const dueThreads = statement(
  (db, { until }: { until: string }) =>
    db
      .selectFrom('threads as t')
      .select('t.id')
      .where('t.state', '=', 'open')
      .where('t.due', '<=', until)
      .where((eb) => eb.or([eb('t.reminded', 'is', null), eb('t.reminded', '<>', 'people')]))
      .orderBy('t.id'),
  { planned: 'each time' },
)

/** What decides whether the owner of a thread has to be reminded. */
export const dueOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('threads')
    .select(['state', 'due', 'reminded', isPresent(sql.ref('threads.owner_id')).as('has_owner')])
    .where('id', '=', id),
)
