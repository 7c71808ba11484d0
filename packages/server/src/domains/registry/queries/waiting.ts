import { sql } from 'kysely'
import type { Awaiter, MatterKind, Reader } from '../../../platform/waiting.ts'
import { knows } from '../../access/port.ts'

/** The entries that wait for a client: unread comments in entries that the person is responsible for. */

/** The same condition as `isUnread`, for the entry `e`. */
const hasUnread = ({ id }: Pick<Awaiter, 'id'>) => sql`exists (
  select from registry_comments as c
  where c.entry_id = e.id and c.user_id <> ${id} and c.id > e.former_comment_id
    and c.created_at > (select first_at from registry_visits where user_id = ${id})
    and c.id > coalesce((select comment_id from registry_reads where user_id = ${id} and entry_id = e.id), 0))`

interface Row {
  id: number
  title: string
  text: string
  version: number
}

const shown = ({ id }: Reader, ids: number[]) => sql<Row>`
    select e.id, e.number || ' ' || e.title as title, e.version, coalesce((
      select left(u.name || ': ' || c.comment, 300) from registry_comments as c join shared_users as u on u.id = c.user_id
      where c.entry_id = e.id and c.user_id <> ${id} and c.id > e.former_comment_id
      order by c.id desc limit 1), '') as text
    from registry_entries as e
    where e.id = any(${ids}::int[])`

export const registryMatters: MatterKind<Row>[] = [
  {
    kind: 'entry_unread',
    name: 'Новое в реестре',
    side: 'client',
    waits: (awaiter) => sql`
      select e.id, e.due_date as due, (
        select max(c.created_at) from registry_comments as c
        where c.entry_id = e.id and c.user_id <> ${awaiter.id} and c.id > e.former_comment_id) as since
      from registry_entries as e
      where ${knows.registryEntry(awaiter)} and e.responsible_id = ${awaiter.id} and ${hasUnread(awaiter)}`,
    shown,
    matterOf: (row) => ({ ...row, company: null, href: `/registry?open=${row.id}` }),
  },
]
