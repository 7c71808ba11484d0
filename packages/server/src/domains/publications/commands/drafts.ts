import type { drafts } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { dropDraft, keepDraft } from '../store.ts'

/** Saves what the person has typed so far, or deletes it. */
export async function saveDraft(call: Call<typeof drafts.saveDraft>) {
  const { person, body, deps } = call
  const updated_at = momentOf(deps.clock)
  await inTransaction(call, async (tx) => {
    if (body.draft) await keepDraft(tx, person.id, body.draft, updated_at)
    else await dropDraft(tx, person.id)
  })
  return { message: 'Success', updated_at: body.draft ? updated_at : null }
}
