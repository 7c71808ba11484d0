import { statement } from '../../../platform/statement.ts'

/** The agreement's own copy of its blocking threads, deleted or not. */
export const storedRemark = statement((db, { id }: { id: number }) =>
  db.selectFrom('agreements').select(['id', 'remark', 'company_id', 'version']).where('id', '=', id),
)
