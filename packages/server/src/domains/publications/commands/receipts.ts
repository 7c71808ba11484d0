import { decodeName } from '@vypusk/contract'
import type { receipts } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit, type EventActor, type EventKinds } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { NOT_HANDED, WHOSE } from '../policy.ts'
import { receiptsOf } from '../queries/receipts.ts'
import { changeOf, type Words } from '../rules/receipts.ts'
import { deleteReceipts, insertReceipts, lockHandedItem } from '../store.ts'
import '../events.ts'

type Confirming = Call<typeof receipts.confirm>

/** The company that is confirmed for: the caller's own, or the one that staff name. */
function companyOf({ person, body }: Confirming): number {
  const idcomp = person.isRivc ? body.company : person.idcomp
  if (idcomp === undefined || idcomp === null) throw refuseField('company', WHOSE)
  return idcomp
}

/** Announces what a company has got; without anything new, only that the publication has changed. */
export function announceReceipt(
  tx: Transaction,
  actor: EventActor,
  entity_id: number,
  data: EventKinds['publication.received'],
) {
  const frame = { entity: 'publication' as const, entity_id, companies: [data.company_id] }
  return data.kinds.length > 0
    ? emit(tx, actor, { ...frame, kind: 'publication.received', data })
    : emit(tx, actor, { ...frame, kind: 'changed', data: {} })
}

const titles = { received: 'Получено клиентом', installed: 'Установлено у клиента' }

/** @returns the receipts that are new, and whether any was added or removed */
async function write(tx: Transaction, call: Confirming, of: { item: number; idcomp: number; name: string }) {
  const { body, person, deps } = call
  const receipts = (await receiptsOf.all(tx, { item: of.item })).filter(({ idcomp }) => idcomp === of.idcomp)
  const { add, drop } = changeOf(
    receipts.map(({ kind }) => kind),
    body,
  )
  const key = { publication_release_id: of.item, idcomp: of.idcomp }
  if (drop.length > 0) await deleteReceipts(tx, key, drop)
  if (add.length > 0) await insertReceipts(tx, { ...key, user_id: person.id, at: momentOf(deps.clock) }, add)
  const after = receipts.map(({ kind }) => kind).filter((kind) => !drop.includes(kind))
  const words = (kinds: readonly string[]): Words => ({
    received: kinds.includes('received') ? of.name : null,
    installed: kinds.includes('installed') ? of.name : null,
  })
  await recordChanges(tx, call, {
    entity: 'publication',
    entity_id: call.params.id,
    titles,
    before: words(receipts.map(({ kind }) => kind)),
    after: words([...after, ...add]),
    via: person.isRivc ? 'on_behalf' : 'screen',
    chain: { release_id: body.release_id, company_id: of.idcomp },
  })
  return { kinds: add, isChanged: add.length + drop.length > 0 }
}

/**
 * Records that a company has received what it was handed, or has installed it. The item's row is locked, so that two
 * calls at once record it once.
 * @throws 404 if a client may not see it, 422 if the company was not handed the release
 */
export async function confirm(call: Confirming) {
  const idcomp = companyOf(call)
  const { id } = call.params
  return inTransaction(call, async (tx) => {
    const item = await lockHandedItem(tx, { publication_id: id, release_id: call.body.release_id, idcomp })
    if (!item) throw call.person.isRivc ? refuseField('company', NOT_HANDED) : refuse('not_found')
    const name = `${decodeName(item.namecomp)}: ${item.title}`
    const { kinds, isChanged } = await write(tx, call, { item: item.id, idcomp, name })
    if (isChanged) await announceReceipt(tx, call, id, { release_id: call.body.release_id, company_id: idcomp, kinds })
    const receipts = await receiptsOf.all(tx, { item: item.id })
    return { message: 'Success', receipts: receipts.filter((one) => call.person.isRivc || one.idcomp === idcomp) }
  })
}
