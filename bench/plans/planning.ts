import { sql } from 'kysely'
import { planning, type BodyInput } from '@vypusk/contract'
import { unplannedBacklog } from '../../packages/server/src/domains/planning/queries/backlog.ts'
import { inProgress, previewOf } from '../../packages/server/src/domains/planning/queries/preview.ts'
import { variantsFor } from '../../packages/server/src/domains/planning/queries/variants.ts'
import type { Db } from '../../packages/server/src/platform/call.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { read, type Case } from './case.ts'

const now = new Date().toISOString().slice(0, 10)

/** Creates variants, which the demo data lacks: as many as a department collects over years, half of them shared. */
export async function makeVariants(db: Db): Promise<void> {
  await sql`
    with made as (
      insert into planning_variants (name, author_id, is_shared, updated_at)
      select 'Вариант ' || n, u.id, n % 2 = 0, now() from generate_series(1, 60) as n, users as u
      where u.login = 'manager' and not exists (select from planning_variants)
      returning id)
    insert into planning_changes (variant_id, release_id, start_date, plan_date, version)
    select made.id, r.id, r.start_date + 7, r.plan_date + 7, r.version
    from made, (select * from releases where deleted_at is null order by id desc limit 20) as r`.execute(db)
}

const preview = (name: string, body: Omit<BodyInput<typeof planning.preview>, 'from'>): Case => ({
  name,
  who: 'manager',
  run: (db, person) =>
    previewOf({ db, clock: systemClock }, person, read(planning.preview.body, { from: now, ...body })),
})

const backlog = (name: string, search: string): Case => ({
  name,
  who: 'manager',
  run: (db) => unplannedBacklog(db, search),
})

export const planningCases: Case[] = [
  { name: 'the time line', who: 'manager', run: (db, person) => inProgress({ db, clock: systemClock }, person) },
  preview('load, a quarter', { weeks: 13 }),
  preview('load, two years', { weeks: 104 }),
  backlog('unplanned backlog as it opens', ''),
  backlog('unplanned backlog: a common word', 'отчёт'),
  backlog('unplanned backlog: a rare word', 'задолженност'),
  backlog('unplanned backlog: a word that is nowhere', 'гиппопотам'),
  backlog('unplanned backlog: two letters that are nowhere', 'ъъ'),
  { name: 'variants', who: 'manager', run: variantsFor },
]
