import { sql } from 'kysely'
import type { Transaction } from '../../../platform/transaction.ts'

/** Notes the scope that the client's side was last notified of, by its SHA-256. */
export const writeNotifiedScope = (tx: Transaction, id: number, sum: string) =>
  sql`update agreements set told_sha = ${sum} where id = ${id}`.execute(tx)

/** Freezes the scopes of the companies that the releases of a publication were handed over to. */
export const freezeScopesOf = (tx: Transaction, publication_id: number) =>
  sql`
    update agreements as a set frozen_sha = keep_scope(a.release_id, a.company_id)
    from handed_over as item
    join handed_to as handed on handed.release_id = item.release_id
    where item.publication_id = ${publication_id} and a.release_id = item.release_id and a.company_id = handed.idcomp
      and a.deleted_at is null and a.frozen_sha is null`.execute(tx)
