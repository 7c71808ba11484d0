import { statement } from '../../../platform/statement.ts'

/** What steps mean. */
export const stepKinds = statement((db) => db.selectFrom('release_steps').select(['id', 'kind']))

/** The step of published releases. */
export const publishedStep = statement((db) =>
  db.selectFrom('release_steps').select('id').where('kind', '=', 'published'),
)
