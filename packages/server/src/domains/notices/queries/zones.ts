import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'

/** The questions about dates with a time of day, settled ones too. */
export const datedMatters = statement(
  () => sql<{ matter: string }>`
    select distinct matter from notices where entity = 'agreement' and matter like 'date % %'`,
  { planned: 'each time' },
)
