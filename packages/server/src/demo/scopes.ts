import type pg from 'pg'
import type { Batches } from '../platform/database/deferred-ddl.ts'

/**
 * Gives every agreement that was sent the scope that its company was written about, and agreed to: without it nothing
 * would notice that an agreed release has changed since (docs/decisions/0060). The one whose scope has changed already
 * keeps its own.
 */
export const scopesOfAgreements: Batches = {
  table: 'agreements',
  key: 'id',
  set: `(told_sha, seen_sha, agreed_sha, accepted_sha, frozen_sha) = (
    select sum, sum, case when by_client then sum end, case when by_client then sum end,
      case when exists (select from handed_to as handed
        where handed.release_id = agreements.release_id and handed.idcomp = agreements.company_id) then sum end
    from keep_scope(release_id, company_id) as sum)`,
  where: 'by_rivc and (told_sha is null or by_client and agreed_sha is null)',
}

/** Does it at once. Called when the rows can be read, with the indexes that make it quick. */
export async function writeScopes(client: pg.ClientBase): Promise<void> {
  const { table, set, where } = scopesOfAgreements
  await client.query(`update ${table} set ${set} where ${where}`)
}
