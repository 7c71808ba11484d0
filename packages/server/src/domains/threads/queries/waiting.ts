import { sql, type SqlBool } from 'kysely'
import {
  ifOwn,
  type Awaiter,
  type MatterKind,
  type MatterRow,
  type Reader,
  type Waits,
} from '../../../platform/waiting.ts'
import { agreementHref, openReleaseOf } from '../../access/port.ts'
import { isPresent } from '../../catalog/port.ts'

/**
 * Whether a company's people may see the thread's subject. Each row looks
 * its own subject up: without the limit all requests of the company would be read.
 */
const open = ({ idcomp }: Awaiter) => sql`coalesce(
  (select true from open_agreements as open where open.agreement_id = t.agreement_id and open.idcomp = ${idcomp} limit 1),
  (select true from open_requests as open where open.request_id = t.request_id and open.idcomp = ${idcomp} limit 1), false)`

// Each row looks its own subject up: without the limit the whole view would be read.
const subject = sql`
  cross join lateral (
    select * from thread_subjects as each
    where each.entity = case when t.agreement_id is null then 'request' else 'agreement' end
      and each.entity_id = coalesce(t.agreement_id, t.request_id) limit 1) as s`

/** Nothing waits of deleted things, nor where an agreement is no longer waited for. */
const isWaitedFor = sql`s.is_living and s.is_awaited`

const ofClient =
  (side: 'staff' | 'client', state: 'open' | 'answered', isOf = sql`true`) =>
  (awaiter: Awaiter): Waits =>
    sql`
    select t.id, null::date as due, ${askedAt} as since
    from threads as t ${subject}
    where ${isWaitedFor} and t.side = ${sql.lit(side)} and t.state = ${sql.lit(state)} and ${isOf} and ${open(awaiter)}`

/** A thread without an owner, or whose owner has left, waits for all staff. */
const isAnswering = ({ id }: Awaiter) => sql<SqlBool>`(
  t.owner_id is null or t.owner_id = ${id} or not ${isPresent(sql.ref('t.owner_id'))})`

/** The entries of a thread `t` that both sides read of the present company; the table has the alias `e`. */
const spoken = sql`e.thread_id = t.id and not e.internal and e.withdrawn_at is null and e.id > t.former_entry_id`

/**
 * Since when a thread `t` waits: since the first words that the side whose turn it is has not answered. What is written
 * or changed afterwards makes it no younger. A remark that was reopened without a word waits since then.
 */
const askedAt = sql<string>`coalesce((
  select min(e.created_at) from entries as e
  where ${spoken} and (e.side = t.side) = (t.state = 'open') and (t.kind = 'remark' or e.asks) and e.id > coalesce((
    select max(e.id) from entries as e where ${spoken} and (e.side = t.side) <> (t.state = 'open')), 0)), t.updated_at)`

interface Row {
  id: number
  version: number
  entity: string
  entity_id: number
  title: string
  company: string
  release_id: number | null
  open_release_id: number | null
  side: string
  state: string
  text: string | null
}

/** Longer remarks are cut to this many characters; the full text is read in the thread. */
const SHOWN = 300

const shown = (_: Reader, ids: number[]) => sql<Row>`
    select t.id, t.version, s.entity, s.entity_id, s.title, c.namecomp as company, s.release_id, t.side, t.state,
      ${openReleaseOf('s.release_id', 's.idcomp')} as open_release_id,
      (select left(entry.text, ${sql.lit(SHOWN)}) from entries as entry
        where entry.thread_id = t.id and not entry.internal and entry.withdrawn_at is null
          and entry.id > t.former_entry_id
        order by entry.id desc limit 1) as text
    from threads as t
    ${subject}
    join shared_companies as c on c.idcomp = s.idcomp
    where t.id = any(${ids}::int[])`

function hrefOf({ isRivc }: Reader, { entity, entity_id, open_release_id }: Row): string {
  if (entity === 'request') return `${isRivc ? '/' : '/clientRequests'}?open=${entity_id}`
  return agreementHref({ id: entity_id, open_release_id }, isRivc)
}

const matterOf = (row: Row, reader: Reader): MatterRow => ({
  id: row.id,
  title: row.title,
  text: row.text ?? '',
  company: reader.isRivc ? row.company : null,
  href: hrefOf(reader, row),
  release_id: row.release_id,
  version: row.version,
})

export const remarkMatters: MatterKind<Row>[] = [
  {
    kind: 'remark_answered',
    name: 'Ответ на замечание',
    side: 'client',
    waits: ofClient('client', 'answered', sql`t.kind = 'remark'`),
    shown,
    matterOf,
  },
  {
    kind: 'asked',
    name: 'Вопрос поставщика',
    side: 'client',
    waits: ofClient('staff', 'open'),
    shown,
    matterOf,
  },
  {
    kind: 'remark',
    name: 'Ответить на замечание',
    side: 'staff',
    waits: (awaiter) => sql`
      select t.id, t.due, ${askedAt} as since
      from threads as t ${subject}
      where ${isWaitedFor} and t.kind = 'remark'
        and (t.side = 'client' and t.state = 'open' or t.side = 'staff' and t.state = 'answered')
        and ${ifOwn(awaiter, isAnswering(awaiter))}`,
    shown,
    matterOf,
  },
  {
    kind: 'question',
    name: 'Ответить в заявке',
    side: 'staff',
    waits: (awaiter) => sql`
      select t.id, null::date as due, ${askedAt} as since
      from threads as t ${subject}
      where ${isWaitedFor} and t.kind = 'talk' and t.side = 'client' and t.state = 'open'
        and ${ifOwn(awaiter, isAnswering(awaiter))}`,
    shown,
    matterOf,
  },
]
