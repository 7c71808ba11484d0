import { sql } from 'kysely'
import type { Concern } from '../../../platform/events.ts'

/** Whether an event may free somebody whose rights something prevented, for the statement that writes it. */
export const concernsPrevented: Concern = ({ entity }) =>
  ['all', 'company', 'user'].includes(entity)
    ? sql<boolean>`exists (select from scim_people where problem is not null)`
    : sql<boolean>`false`
