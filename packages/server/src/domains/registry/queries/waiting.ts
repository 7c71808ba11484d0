import { sql } from 'kysely'
import type { Awaiter, MatterKind, Reader } from '../../../platform/waiting.ts'
import { knows } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { isOfOthers, isUnread } from './comments.ts'

/** The entries that wait for a client: unread comments in entries that the person is responsible for. */

interface Row {
  id: number
  title: string
  text: string
  version: number
}

/** Once the responsible person has left, or is of another company by now, an entry waits for everybody of its company. */
const isResponsible = ({ id }: Awaiter) => sql`(e.responsible_id = ${id}
  or e.responsible_id is not null and not (${isPresent(sql.ref('e.responsible_id'))} and exists (
    select from shared_users as own where own.id = e.responsible_id and own.idcomp = e.idcomp)))`

const shown = (reader: Reader, ids: number[]) => sql<Row>`
    select e.id, e.number || ' ' || e.title as title, e.version, coalesce((
      select left(u.name || ': ' || c.comment, 300) from registry_comments as c join shared_users as u on u.id = c.user_id
      where c.entry_id = e.id and ${isOfOthers(reader)}
      order by c.id desc limit 1), '') as text
    from registry_entries as e
    where e.id = any(${ids}::int[])`

export const registryMatters: MatterKind<Row>[] = [
  {
    kind: 'entry_unread',
    name: 'Новое в реестре',
    side: 'client',
    waits: (awaiter) => sql`
      select e.id, e.due_date as due, unread.since
      from registry_entries as e cross join lateral (
        select min(c.created_at) as since from registry_comments as c
        where c.entry_id = e.id and ${isUnread(awaiter)}) as unread
      where ${knows.registryEntry(awaiter)} and ${isResponsible(awaiter)} and unread.since is not null`,
    shown,
    matterOf: (row) => ({ ...row, company: null, href: `/registry?open=${row.id}` }),
  },
]
