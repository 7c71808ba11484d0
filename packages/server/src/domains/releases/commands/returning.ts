import type { Actor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import type { ListedCompany } from '../events.ts'
import { historyRow } from '../store/recorded.ts'
import { addToList, patchRow } from '../store/releases.ts'
import { removeListed, returnListed } from '../store/listed.ts'
import { emitChange, lockRelease } from './changing.ts'

/** What a change did to the companies of a release. */
interface Returned {
  /** Companies that it removed from the release. */
  removed: number[]
  /** Companies that it put on the not-publishing list. */
  listed: number[]
  /** The rows that it removed from the list. */
  unlisted: ListedCompany[]
}

/** Undoes what a change did to the companies of a release, as part of a larger change. */
export async function returnCompanies(
  tx: Transaction,
  actor: Actor,
  id: number,
  { removed, listed, unlisted }: Returned,
): Promise<void> {
  const facts = await lockRelease(tx, id)
  const row = await historyRow(tx, id)
  const dropped = await removeListed(tx, id, listed)
  const back = await addToList(tx, id, 'companies', removed)
  // A company that somebody has added again since stays as they left it.
  const own = new Set([...facts.companies.filter((company) => !removed.includes(company)), ...back])
  await returnListed(
    tx,
    id,
    unlisted.filter(({ idcomp }) => own.has(idcomp)),
  )
  const version = await patchRow(tx, actor, id, {})
  await emitChange(tx, actor, id, { row, facts }, { version, note: 'Изменение отменено', unlisted: dropped })
}
