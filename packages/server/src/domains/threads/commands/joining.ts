import { sql } from 'kysely'
import type { Actor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** Whom a name of another system is joined with. */
export interface Joined {
  id: number
  name: string
  /** Null of staff. */
  idcomp: number | null
}

/** A request whose comments are looked at. */
interface RequestOfCompany {
  id: number
  idcomp: number
}

/**
 * Makes comments that were brought under a name those of its person, or of nobody again: of a client what the own company reads,
 * as an import does. Nobody is told: everybody has heard it there.
 * @param name as it stands beside the comments
 * @returns requests whose comments were changed, and how many
 */
export async function joinWords(
  tx: Transaction,
  { person }: Actor,
  requests: RequestOfCompany[],
  { name, to }: { name: string; to: Joined | null },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ request_id: number; count: number }>`
    with wanted as (
      select entry.id, thread.request_id, coalesce(${isTheirs(to)}, false) as is_theirs
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as told(id int, idcomp int)
      join threads as thread on thread.request_id = told.id and thread.kind = 'talk'
      join entries as entry on entry.thread_id = thread.id
      where coalesce(entry.imported_as, entry.imported_name) = ${name}
        and (entry.imported_as is not null
          or entry.imported_name <> (select u.name from shared_users as u where u.id = entry.author_id))
    ), changed as (
      update entries as entry
      set author_id = case when is_theirs then ${to?.id ?? null}::int else ${person.id} end,
        imported_name = case when is_theirs then ${to?.name ?? null} else ${name} end,
        imported_as = case when is_theirs then ${name} end,
        side = case when is_theirs then ${to && to.idcomp !== null ? 'client' : 'staff'} else 'staff' end
      from wanted
      where entry.id = wanted.id
        and (is_theirs and entry.author_id <> ${to?.id ?? 0} or is_theirs <> (entry.imported_as is not null))
      returning wanted.request_id
    )
    select request_id, count(*)::int as count from changed group by request_id`.execute(tx)
  return new Map(rows.map(({ request_id, count }) => [request_id, count]))
}

/** What staff said is theirs; what a client said only where their company reads it. */
function isTheirs(to: Joined | null) {
  if (to === null) return sql<boolean>`false`
  return to.idcomp === null ? sql<boolean>`true` : sql<boolean>`not entry.internal and told.idcomp = ${to.idcomp}`
}
