import { decodeName } from '@vypusk/contract'
import type { receipts } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { eyesOf } from '../../access/port.ts'
import { checkedFile, checksOf } from '../queries/by-company.ts'
import { insertCheck, lockHandedItem } from '../store.ts'
import { announceReceipt } from './receipts.ts'

type Checking = Call<typeof receipts.check>

/**
 * Compares a person's own file with the published one. A match found by a client is recorded, once.
 * @throws 404 if the publication does not hand this file over to the caller
 */
export async function check(call: Checking) {
  const { deps, person, params, body } = call
  const of = { viewer: eyesOf(person), publication_id: params.id, file_id: body.file_id }
  const file = await checkedFile.first(deps.db, of)
  if (!file) throw refuse('not_found')
  const matches = file.sha256 === body.sha256
  const { idcomp } = person
  if (matches && idcomp !== null) await keep(call, { ...file, idcomp })
  return { message: 'Success', matches }
}

interface Verified {
  idcomp: number
  namecomp: string | null
  file_name: string
  sha256: string
  release_id: number
}

const keep = (call: Checking, { idcomp, namecomp, file_name, sha256, release_id }: Verified) =>
  inTransaction(call, async (tx) => {
    const { params, body, person, deps } = call
    const of = { publication_id: params.id, file_id: body.file_id, user_id: person.id, idcomp }
    // Locked, so that of people who check at once one is the first.
    await lockHandedItem(tx, { publication_id: params.id, release_id, idcomp })
    const isFirst = (await checksOf.first(tx, { publication_id: params.id, release_id, idcomp })) === undefined
    if (!(await insertCheck(tx, { ...of, at: momentOf(deps.clock) }))) return
    const verified = `${decodeName(namecomp ?? '')}: ${file_name} (SHA-256 ${sha256})`
    await recordChanges(tx, call, {
      entity: 'publication',
      entity_id: params.id,
      titles: { verified: 'Файл проверен клиентом' },
      before: { verified: null as string | null },
      after: { verified },
      chain: { release_id, company_id: idcomp },
    })
    await announceReceipt(tx, call, params.id, { release_id, company_id: idcomp, kinds: isFirst ? ['verified'] : [] })
  })
