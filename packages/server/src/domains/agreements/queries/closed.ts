import { sql } from 'kysely'

/** The release of an agreement `a` is on a closed step. */
export const isClosed = sql<boolean>`exists (
  select from shared_releases as closing join shared_release_steps as step on step.id = closing.step_id
  where closing.id = a.release_id and step.kind = 'closed')`
