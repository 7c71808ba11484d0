import { statement } from '../../../platform/statement.ts'

/** A step with its kind. */
export const stepBy = statement((db, { id }: { id: number }) =>
  db.selectFrom('release_steps').select('kind').where('id', '=', id),
)

/** The step of published releases. */
export const publishedStep = statement((db) =>
  db.selectFrom('release_steps').select('id').where('kind', '=', 'published'),
)
