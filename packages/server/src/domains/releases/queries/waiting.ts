import { sql, type SqlBool } from 'kysely'
import { statement } from '../../../platform/statement.ts'
import { ifOwn, type Awaiter, type ComingOf, type MatterKind } from '../../../platform/waiting.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { seenBy } from './rows.ts'

/** The releases that wait for staff: still in progress after their plan date. */

interface Row {
  id: number
  version: number
  title: string
  name_step: string
}

/** The author and the people of the release; when all of them have left, it waits for all staff. */
const isInCharge = ({ id }: Awaiter) => sql<SqlBool>`(r.author_id = ${id} or exists (
  select from release_users as named where named.release_id = r.id and named.user_id = ${id})
  or not (${isPresent(sql.ref('r.author_id'))} or exists (
    select from release_users as named where named.release_id = r.id and ${isPresent(sql.ref('named.user_id'))})))`

export const releaseMatters: MatterKind<Row>[] = [
  {
    kind: 'late_release',
    name: 'Релиз опаздывает',
    side: 'staff',
    waits: (awaiter) => sql`
      select r.id, r.plan_date as due, null::timestamptz as since
      from releases as r join release_steps as step on step.id = r.step_id
      where ${knows.release(awaiter)} and r.published_at is null and step.kind in ('planning', 'work')
        and r.plan_date < ${awaiter.today}::date
        and ${ifOwn(awaiter, isInCharge(awaiter))}`,
    shown: (_, ids) => sql`
      select r.id, r.version, r.title, step.name_step
      from releases as r join release_steps as step on step.id = r.step_id
      where r.id = any(${ids}::int[])`,
    matterOf: ({ name_step, ...row }) => ({
      ...row,
      text: `Плановая дата прошла, этап «${name_step}»`,
      company: null,
      href: `/releases/${row.id}`,
      release_id: row.id,
    }),
  },
]

const MOST = 3

const isPublishedForOwn = ({ idcomp }: Viewer) => sql<boolean>`not exists (
  select from not_publishing_list as listed where listed.release_id = releases.id and listed.idcomp = ${idcomp}::int)`

const planned = statement((db, { viewer, today }: { viewer: Viewer; today: string }) =>
  seenBy(db, viewer)
    .select(['releases.id', 'releases.title', 'releases.plan_date'])
    .where('releases.published_at', 'is', null)
    .where('step.kind', 'in', ['planning', 'work'])
    .where('releases.plan_date', '>=', today)
    .$if(!viewer.isRivc, (all) => all.where(isPublishedForOwn(viewer)))
    .orderBy('releases.plan_date')
    .orderBy('releases.id')
    .limit(MOST),
)

/** The releases that are planned next; of a client, those that its company is not left out of. */
export const comingReleases: ComingOf = async (db, person, { today }) => {
  const found = await planned.all(db, { viewer: eyesOf(person), today })
  return found.map(({ id, title, plan_date }) => ({
    kind: 'release',
    title,
    company: null,
    day: plan_date,
    time: null,
    planned: null,
    href: `/releases/${id}`,
  }))
}
