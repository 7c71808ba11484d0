import { sql } from 'kysely'
import { threads } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { BY_LETTER } from '../../../platform/text/plain-text.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isPresent, personNames } from '../../catalog/port.ts'
import { entryPolicy, needsReason, reasons, threadPolicy } from '../policy.ts'
import { subjectOf, type SubjectId } from '../rules.ts'
import { beginningsOf, entriesOf, filesOf, mentionsOf, type Beginning, type EntryFields } from './entries.ts'

/** SQL for a thread `t` whose side has withdrawn all that it wrote for both to read. */
const isWordless = sql<boolean>`not exists (
  select from entries as own
  where own.thread_id = t.id and own.side = t.side and not own.internal and own.withdrawn_at is null)`

const columns = (db: Db) =>
  db
    .selectFrom('threads as t')
    .select(['t.id', 't.agreement_id', 't.request_id', 't.kind', 't.side', 't.author_id', 't.address', 't.owner_id'])
    .select(['t.due', 't.blocks', 't.state', 't.closed_at', 't.closed_by', 't.closed_address', 't.closed_reason'])
    .select(['t.created_at', 't.updated_at', 't.version'])
    .select(isWordless.as('is_wordless'))

const rowsBy = statement((db, { id }: { id: number }) => columns(db).where('t.id', '=', id))

type About = { column: 't.agreement_id' | 't.request_id' }
const rowsAbout = statement((db, { entity_id }: { entity_id: number }, { column }: About) =>
  columns(db).where(column, '=', entity_id).orderBy('t.id'),
)

export type ThreadFields = Awaited<ReturnType<typeof threadFields>>

/** The row of one thread. @throws 404 if there is none */
export async function threadFields(db: Db, id: number) {
  const found = await rowsBy.first(db, { id })
  if (!found) throw refuseWith(reasons.noThread)
  return found
}

type Reader = Pick<Person, 'id' | 'isRivc' | 'email'>
type Names = Awaited<ReturnType<typeof personNames>>

type Who = { id: number | null; address: string | null }
type Naming = (who: Who) => { id: number; name: string }

/** People who came through a letter without an account are named by their address, to staff and to themselves only. */
const namingTo =
  ({ isRivc, email }: Reader, names: Names): Naming =>
  ({ id, address }) => {
    if (id !== null) return { id, name: names.get(id)?.name ?? '' }
    const isKnown = isRivc || address?.toLowerCase() === email?.toLowerCase()
    return { id: 0, name: isKnown ? (address ?? '') : BY_LETTER }
  }

type Hanging = Pick<threads.Entry, 'files' | 'mentions'>

/** A withdrawn entry is empty for everybody, and its files are gone too. */
function entryOf(reader: Reader, row: EntryFields, of: ThreadFields, nameOf: Naming, { files, mentions }: Hanging) {
  const isGone = row.withdrawn_at !== null
  return {
    id: row.id,
    side: threads.side.parse(row.side),
    user:
      row.imported_name === null
        ? nameOf({ id: row.author_id, address: row.address })
        : { id: 0, name: row.imported_name },
    imported: row.imported_name !== null,
    on_behalf: row.on_behalf,
    html: isGone ? '' : row.html,
    internal: row.internal,
    asks: row.asks && !isGone,
    mentions: isGone ? [] : mentions,
    files: isGone ? [] : files,
    created_at: row.created_at,
    edited_at: row.edited_at,
    withdrawn_at: row.withdrawn_at,
    version: row.version,
    abilities: abilitiesBy(entryPolicy, reader, { ...row, kind: of.kind, side: of.side, state: of.state }),
  }
}

function threadOf(reader: Reader, row: ThreadFields, nameOf: Naming, entries: threads.Entry[]) {
  const { closed_at, closed_by, closed_address, closed_reason } = row
  return {
    id: row.id,
    ...subjectOf(row),
    kind: threads.kind.parse(row.kind),
    side: threads.side.parse(row.side),
    user: nameOf({ id: row.author_id, address: row.address }),
    owner: row.owner_id === null ? null : nameOf({ id: row.owner_id, address: null }),
    due: row.due,
    blocks: row.blocks,
    state: threads.state.parse(row.state),
    closing:
      closed_at === null
        ? null
        : { at: closed_at, user: nameOf({ id: closed_by, address: closed_address }), reason: closed_reason },
    needs_reason: needsReason(reader, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    entries,
    abilities: abilitiesBy(threadPolicy, reader, row),
  }
}

/** A conversation that staff began with internal entries begins, for a client, with the first entry it may read. */
function asRead({ isRivc }: Reader, row: ThreadFields, first: Beginning | EntryFields): ThreadFields {
  if (isRivc || row.kind !== 'talk') return row
  return { ...row, author_id: first.author_id, address: first.address, created_at: first.created_at }
}

/** The threads with the `last` entries of each, or all for null. */
async function whole(db: Db, reader: Reader, rows: ThreadFields[], last: number | null): Promise<threads.Thread[]> {
  const { isRivc } = reader
  const entryRows = await entriesOf.all(db, { isRivc, ids: rows.map(({ id }) => id), last })
  const entries = Map.groupBy(entryRows, ({ thread_id }) => thread_id)
  const cut = [...entries].filter(([, own]) => own.length === last).map(([id]) => id)
  const ids = entryRows.map(({ id }) => id)
  const [files, mentions, beginnings] = await Promise.all([
    filesOf.all(db, { ids }),
    mentionsOf.all(db, { ids }),
    cut.length > 0 ? beginningsOf.all(db, { isRivc, ids: cut }) : [],
  ])
  const people = [
    ...rows.flatMap(({ author_id, owner_id, closed_by }) => [author_id, owner_id, closed_by]),
    ...[...entryRows, ...beginnings].map(({ author_id }) => author_id),
    ...mentions.map(({ user_id }) => user_id),
  ].filter((id) => id !== null)
  const nameOf = namingTo(reader, await personNames(db, [...new Set(people)]))
  const begun = new Map(beginnings.map((beginning) => [beginning.thread_id, beginning]))
  const attached = Map.groupBy(files, ({ entry_id }) => entry_id)
  const named = Map.groupBy(mentions, ({ entry_id }) => entry_id)
  const hanging = (id: number): Hanging => ({
    files: (attached.get(id) ?? []).map(({ entry_id: _, ...file }) => file),
    mentions: (named.get(id) ?? []).map(({ user_id }) => nameOf({ id: user_id, address: null })),
  })
  return rows.flatMap((row) => {
    const own = entries.get(row.id) ?? []
    const [first] = own
    if (!first) return []
    const beginning = begun.get(row.id)
    const read = own.map((entry) => entryOf(reader, entry, row, nameOf, hanging(entry.id)))
    const earlier = (beginning?.count ?? own.length) - own.length
    return [{ ...threadOf(reader, asRead(reader, row, beginning ?? first), nameOf, read), earlier }]
  })
}

/**
 * The threads of a subject as the person may read them, oldest first; of each the `last` entries, or all. The caller has
 * checked that the person may see the subject.
 */
export async function threadsOf(
  db: Db,
  reader: Reader,
  { entity, entity_id }: SubjectId,
  last: number | null = null,
): Promise<threads.Thread[]> {
  const column = entity === 'agreement' ? 't.agreement_id' : 't.request_id'
  return whole(db, reader, await rowsAbout.all(db, { entity_id }, { column }), last)
}

/** One thread as the person may read it, with its `last` entries, or all. @throws 404 if there is none */
export async function threadFor(
  db: Db,
  reader: Reader,
  id: number,
  last: number | null = null,
): Promise<threads.Thread> {
  const [found] = await whole(db, reader, [await threadFields(db, id)], last)
  if (!found) throw refuseWith(reasons.noThread)
  return found
}

/** An owner who has left: whoever answers next takes the conversation over. */
const presentOwner = sql<
  number | null
>`case when ${isPresent(sql.ref('threads.owner_id'))} then threads.owner_id end`.as('owner_id')

const talks = statement((db, { request_id }: { request_id: number }) =>
  db
    .selectFrom('threads')
    .select(['id', 'kind', presentOwner, 'side', 'state'])
    .where('request_id', '=', request_id)
    .where('kind', '=', 'talk'),
)

/** The conversation of a request; undefined until somebody has written in it. */
export async function talkOf(db: Db, request_id: number) {
  const found = await talks.first(db, { request_id })
  return found && { ...found, state: threads.state.parse(found.state) }
}

/** The conversations of several requests, of those that have one. */
export const talksAbout = statement((db, { requests }: { requests: number[] }) =>
  db
    .selectFrom('threads')
    .select(['id', 'request_id'])
    .where('request_id', '=', oneOf(requests))
    .where('kind', '=', 'talk'),
)

/** The entries that count for whose turn it is, neither internal nor withdrawn, oldest first. */
export const spokenIn = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('entries as e')
    .innerJoin('threads as t', 't.id', 'e.thread_id')
    .select(['e.id', sql<threads.Side>`e.side`.as('side'), 'e.asks'])
    .where('e.thread_id', '=', id)
    .where('e.internal', '=', false)
    .where('e.withdrawn_at', 'is', null)
    .whereRef('e.id', '>', 't.former_entry_id')
    .orderBy('e.id'),
)

/**
 * An entry with the fields that the rights to it depend on; undefined if the thread has no such entry or the person may
 * not read it.
 */
export const entryFields = statement(
  (db, { id, entry_id, isRivc }: { id: number; entry_id: number; isRivc: boolean }) =>
    db
      .selectFrom('entries as e')
      .innerJoin('threads as t', 't.id', 'e.thread_id')
      .select(['e.id', 'e.author_id', 'e.address', 'e.html', 'e.text', 'e.internal', 'e.withdrawn_at', 'e.version'])
      .select(['e.asks', 't.kind', 't.side', 't.state'])
      .where('e.thread_id', '=', id)
      .where('e.id', '=', entry_id)
      .$if(!isRivc, (open) => open.where('e.internal', '=', false).whereRef('e.id', '>', 't.former_entry_id')),
)

/** The first entry of a thread. */
export const firstEntry = statement((db, { id }: { id: number }) =>
  db.selectFrom('entries').select(['id', 'text', 'html']).where('thread_id', '=', id).orderBy('id').limit(1),
)

/** The words of an entry for those who read them elsewhere than in the thread; empty once they are withdrawn. */
export const wordsIn = (entry: string) => sql<string>`
  case when ${sql.ref(`${entry}.withdrawn_at`)} is null then ${sql.ref(`${entry}.text`)} else '' end`

/** The remarks that hold up the publication, oldest first, with their authors. */
export const blockingRemarks = statement((db, { agreement_id }: { agreement_id: number }) =>
  db
    .selectFrom('threads as t')
    .innerJoin('entries as e', (join) =>
      join.on('e.id', '=', (eb) =>
        eb
          .selectFrom('entries as first')
          .select((of) => of.fn.min('first.id').as('id'))
          .whereRef('first.thread_id', '=', 't.id'),
      ),
    )
    .select(['t.id', 't.side', 't.author_id', 't.address', 't.state', 'e.id as entry_id'])
    .select(wordsIn('e').as('text'))
    .where('t.agreement_id', '=', agreement_id)
    .where('t.blocks', '=', true)
    .where('t.state', '<>', 'closed')
    .orderBy('t.id'),
)

export type OwnedRemark = Awaited<ReturnType<typeof blockingRemarks.all>>[number]
