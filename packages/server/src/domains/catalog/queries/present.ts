import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL that checks whether a person can still act: neither blocked nor deleted, and not the account of a program. What
 * only others are in charge of waits for everybody.
 * @param id an expression of the person's id
 */
export const isPresent = (id: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from shared_users as present where present.id = ${id} and not present.is_blocked
    and present.deleted_at is null and not present.is_service)`
