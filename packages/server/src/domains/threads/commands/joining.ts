import { sql } from 'kysely'
import type { Actor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'

/** The account that a name of another system is joined with. */
export interface Joined {
  id: number
  name: string
  /** Null for staff. */
  idcomp: number | null
}

/** A request whose comments are examined. */
interface RequestOfCompany {
  id: number
  idcomp: number
}

/**
 * Gives the comments imported under a name to the person's account, or takes them from it again. A client only gets
 * comments that their own company may read, as in an import. Nobody is notified: everybody has read the comments in the
 * other system.
 * @param name as it is stored beside the comments
 * @returns how many comments were changed, by request
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
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as request(id int, idcomp int)
      join threads as thread on thread.request_id = request.id and thread.kind = 'talk'
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

/** Whether a comment becomes the person's: always for staff, for a client only where their company may read it. */
function isTheirs(to: Joined | null) {
  if (to === null) return sql<boolean>`false`
  return to.idcomp === null ? sql<boolean>`true` : sql<boolean>`not entry.internal and request.idcomp = ${to.idcomp}`
}
