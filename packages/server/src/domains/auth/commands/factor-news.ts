import type { Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges, type Via } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import '../events.ts'

interface Owner {
  id: number
  idcomp: number | null
}

/** Records a change to somebody's second factors in the history, and notifies them by a letter. */
export async function announceOfFactor(tx: Transaction, actor: Actor, { id, idcomp }: Owner, news: string, via?: Via) {
  const thing = { entity: 'user', entity_id: id } as const
  await recordChanges(tx, actor, {
    ...thing,
    titles: { second_factor: 'Второй фактор' },
    before: null,
    after: { second_factor: news },
    ...(via ? { via } : {}),
  })
  const companies = idcomp === null ? [] : [idcomp]
  await emit(tx, actor, { kind: 'user.second_factor', ...thing, companies, data: { user_id: id, news } })
}
