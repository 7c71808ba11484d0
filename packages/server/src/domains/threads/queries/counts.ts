import { sql } from 'kysely'
import type { threads } from '@vypusk/contract'

/**
 * How many remarks of an agreement are not closed, of both kinds; nothing of an agreement that there is not.
 * @param agreement what the table of agreements goes by
 */
export const openRemarks = (agreement: string) => sql<threads.OpenRemarks>`(
  select json_build_object('blocking', count(*) filter (where t.blocks), 'other', count(*) filter (where not t.blocks))
  from threads t where t.agreement_id = ${sql.ref(agreement)} and t.state <> 'closed')`
