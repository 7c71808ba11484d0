import { sql } from 'kysely'
import type { threads } from '@vypusk/contract'

/**
 * SQL that counts the remarks of an agreement that are not closed, of both kinds.
 * @param agreement the column with the agreement's id
 */
export const openRemarks = (agreement: string) => sql<threads.OpenRemarks>`(
  select json_build_object('blocking', count(*) filter (where t.blocks), 'other', count(*) filter (where not t.blocks))
  from threads t where t.agreement_id = ${sql.ref(agreement)} and t.state <> 'closed')`
