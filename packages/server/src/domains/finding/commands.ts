import type { BodyOf, finding } from '@vypusk/contract'
import type { Call } from '../../platform/call.ts'
import { momentOf } from '../../platform/clock.ts'
import { refuse } from '../../platform/refusal.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { isKnown } from './queries.ts'
import { forgetOlder, writeOpened } from './store.ts'

/** Remembers that the caller has opened a thing. @throws 404 if there is none or the person may not see it */
export async function remember(call: Call<typeof finding.remember>): Promise<{ message: string }> {
  const { deps, person } = call
  const { kind, id }: BodyOf<typeof finding.remember> = call.body
  if (!(await isKnown(deps, person, { kind, id }))) throw refuse('not_found')
  await inTransaction(call, async (tx) => {
    await writeOpened(tx, { user_id: person.id, kind, thing_id: id, at: momentOf(deps.clock) })
    await forgetOlder(tx, person.id)
  })
  return { message: 'Success' }
}
