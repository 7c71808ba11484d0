import { inQuotes } from '@vypusk/contract'
import { sql, type SqlBool } from 'kysely'
import { daysBefore, ifOwn, type Awaiter, type MatterKind, type Reader } from '../../../platform/waiting.ts'
import { knows } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { hrefOf } from './links.ts'

/** The deliveries that wait for staff: letters and copies that have not arrived, of things that concern them. */

/** After this many days nobody benefits from sending the letter again. */
const DAYS = 14

interface Row {
  id: number
  entity: string
  entity_id: number
  release_id: number | null
  title: string
  target: string
  subject: string | null
  last_error: string | null
}

// Each row looks up its own thing: without the limit the whole views would be read, which takes seconds at a million
// requests.
const thingOf = (reader: Reader) => sql`
  select t.release_id, t.title from told_things as t
  where t.entity = d.entity and t.entity_id = d.entity_id and ${knows.thing(reader, 't')} limit 1`

/** Not as `exists`: the planner drops the limit inside of one. */
const isKnown = (reader: Reader) => sql<SqlBool>`(select true from (${thingOf(reader)}) as thing)`

const concerns = ({ id }: Awaiter) => sql<SqlBool>`(
  select true from thing_people as p
  where p.entity = d.entity and p.entity_id = d.entity_id and p.user_id = ${id} limit 1)`

/** Letters about accounts wait for administrators, who alone can open the accounts. */
const isForReader = ({ id }: Awaiter) => sql<SqlBool>`(d.entity <> 'user' or exists (
  select from shared_users as reader where reader.id = ${id} and reader."isAdmin"))`

/** Somebody of staff who can still act is concerned; otherwise it waits for all of them. */
const concernsStaff = sql<SqlBool>`coalesce((
  select true from thing_people as p
  where p.entity = d.entity and p.entity_id = d.entity_id and ${isPresent(sql.ref('p.user_id'))}
    and exists (
      select from shared_users as staff
      where staff.id = p.user_id and staff."isRivc" and (d.entity <> 'registry_entry' or staff.can_enter_registry))
  limit 1), false)`

export const deliveryMatters: MatterKind<Row>[] = [
  {
    kind: 'delivery',
    name: 'Не доставлено',
    side: 'staff',
    waits: (awaiter) => sql`
      select d.id, null::date as due, d.at as since
      from shared_deliveries as d
      where d.state = 'failed' and not d.needless and d.at > ${daysBefore(awaiter, DAYS)}
        and ${isKnown(awaiter)} and ${isForReader(awaiter)}
        and ${ifOwn(awaiter, sql<SqlBool>`(${concerns(awaiter)} or not ${concernsStaff})`)}`,
    shown: (reader, ids) => sql`
      select d.id, d.entity, d.entity_id, t.release_id, t.title, d.target, l.subject, d.last_error
      from shared_deliveries as d
      cross join lateral (${thingOf(reader)}) as t
      left join shared_letters as l on l.id = d.letter_id
      where d.id = any(${ids}::int[])`,
    matterOf: ({ id, title, target, subject, last_error, ...place }, { isRivc }) => ({
      id,
      title,
      text: [
        subject ? `Письмо ${inQuotes(subject)}` : 'Копия файла',
        `для ${target}`,
        last_error ? `– ${last_error}` : '',
      ]
        .filter(Boolean)
        .join(' '),
      company: null,
      href: hrefOf(place, isRivc),
    }),
  },
]
