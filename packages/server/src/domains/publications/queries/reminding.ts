import { sql } from 'kysely'
import type { receipts } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { daysAgo, type Clock } from '../../../platform/clock.ts'
import { statement } from '../../../platform/statement.ts'
import { hoursBy } from '../../calendars/port.ts'
import { DAYS_REMINDED, nextFetchReminder } from '../rules/reminding.ts'

export interface Waiting {
  publication_id: number
  idcomp: number
  created_at: string
  /** Whether any recipient of the company can be written to. */
  has_addressee: boolean
}

const waitingFor = statement(
  (_, { after, publication_id }: { after: string; publication_id: number | null }) => sql<Waiting>`
    select u.publication_id, u.idcomp, u.created_at,
      exists (
        select from publication_people as r join shared_users as person on person.id = r.user_id
        where r.publication_id = u.publication_id and person.idcomp = u.idcomp and person.email is not null
          and not person.is_blocked and person.deleted_at is null) as has_addressee
    from unfetched_packages as u
    where u.created_at > ${after}::timestamptz ${publication_id === null ? sql`` : sql`and u.publication_id = ${publication_id}`}
    group by u.publication_id, u.idcomp, u.created_at
    order by u.publication_id, u.idcomp`,
)

/** The companies of recent publications that have files to fetch, or those of one publication. */
export const unfetched = (db: Db, clock: Clock, publication_id: number | null) =>
  waitingFor.all(db, { after: daysAgo(clock, DAYS_REMINDED), publication_id })

interface Sent {
  publication_id: number
  idcomp: number
  step: number | null
  at: string
  user: receipts.CompanyReceipt['reminders']['sent'][number]['user']
}

export const remindedOf = statement(
  (_, { publications }: { publications: number[] }) => sql<Sent>`
    select m.publication_id, m.idcomp, m.step, m.at,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user
    from publication_reminders as m
    left join shared_users as u on u.id = m.user_id
    where m.publication_id = any(${publications}::int[])
    order by m.id`,
)

/** What was sent to each company that waits, and what the schedule does next. */
export async function fetchLadders(db: Db, clock: Clock, waiting: readonly Waiting[]) {
  if (waiting.length === 0) return []
  const [hours, sent] = await Promise.all([
    hoursBy(
      db,
      waiting.map(({ idcomp }) => idcomp),
    ),
    remindedOf.all(db, { publications: [...new Set(waiting.map((one) => one.publication_id))] }),
  ])
  const now = clock.now().getTime()
  return waiting.map((one) => {
    const own = sent.filter(
      ({ publication_id, idcomp }) => publication_id === one.publication_id && idcomp === one.idcomp,
    )
    const reminded = own.map(({ step, at }) => ({ step, at: Date.parse(at) }))
    const next = one.has_addressee
      ? nextFetchReminder({ published_at: Date.parse(one.created_at), reminded }, now, hours(one.idcomp))
      : undefined
    const isDue = next !== undefined && next.at <= now && hours(one.idcomp).from(now) === now
    return { ...one, sent: own, next, isDue }
  })
}
