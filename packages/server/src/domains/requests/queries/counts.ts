import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'

/** Releases whose requests have changed or have not been counted yet, the newest first. */
export const releasesToCount = statement(
  (_, { most }: { most: number }) => sql<{ release_id: number }>`
    select release_id from uncounted_releases order by release_id desc limit ${most}`,
  { planned: 'each time' },
)
