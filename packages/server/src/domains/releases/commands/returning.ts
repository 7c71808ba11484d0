import type { Actor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { addToList, historyRow, patchRow, removeListed } from '../store.ts'
import { emitChange, lockRelease } from './changing.ts'

interface Returned {
  companies: number[]
  /** True if they were put on the not-publishing list, false if they were removed from the release. */
  isListed: boolean
}

/** Undoes that companies left a release, as part of a larger change. */
export async function returnCompanies(tx: Transaction, actor: Actor, id: number, { companies, isListed }: Returned) {
  const facts = await lockRelease(tx, id)
  const row = await historyRow(tx, id)
  if (isListed) for (const company of companies) await removeListed(tx, id, company)
  else await addToList(tx, id, 'companies', companies)
  const version = await patchRow(tx, actor, id, {})
  await emitChange(tx, actor, id, { row, facts }, { version, note: 'Изменение отменено' })
}
