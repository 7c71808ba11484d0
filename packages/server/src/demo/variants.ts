import type pg from 'pg'
import { type Day, dayText, duringWork, startOf } from './time.ts'

const NAME = 'Если тестирование затянется'
/** The releases nearest to their plan dates move by two weeks. */
const MOVED = 2
const DAYS = 14

/** Writes a plan that the demo's manager tries out and shows to colleagues. Called when the rows can be read. */
export async function writeVariant(client: pg.ClientBase, today: Day): Promise<void> {
  await client.query(
    `with tried as (
       insert into planning_variants (name, author_id, is_shared, updated_at)
       select $1, id, true, $2 from users where login = 'manager' returning id
     )
     insert into planning_changes (variant_id, release_id, start_date, plan_date, shift_agreements, version)
     select tried.id, moved.id, moved.start_date, moved.plan_date + ${DAYS}, true, moved.version
     from tried, (
       select id, start_date, plan_date, version from releases
       where step_id between 1 and 4 and plan_date >= $3::date order by plan_date, id limit ${MOVED}
     ) as moved`,
    [NAME, new Date(duringWork(startOf(today - 1))).toISOString(), dayText(today)],
  )
}
