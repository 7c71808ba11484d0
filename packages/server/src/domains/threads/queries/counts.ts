import { sql, type SqlBool } from 'kysely'
import type { threads } from '@vypusk/contract'

/** SQL for a blocking remark `t` of the client that staff have not answered: it is the provider's turn. */
export const isUnanswered = sql<SqlBool>`(t.side = 'client' and t.blocks and t.state = 'open')`

/**
 * SQL that counts the remarks of an agreement that are not closed, of both kinds, and those that wait for the provider.
 * @param agreement the column with the agreement's id
 */
export const openRemarks = (agreement: string) => sql<threads.OpenRemarks>`(
  select json_build_object('blocking', count(*) filter (where t.blocks), 'other', count(*) filter (where not t.blocks),
    'unanswered', count(*) filter (where ${isUnanswered}))
  from threads t where t.agreement_id = ${sql.ref(agreement)} and t.state <> 'closed')`
