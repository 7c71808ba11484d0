import type { auth } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { sessionUser } from '../queries/account.ts'
import { ownCompanies, signerId } from '../queries/companies.ts'
import { moveSession, writeChosen } from '../store/companies.ts'
import { recordChosen } from './recording.ts'
import { mustBeSignedIn } from './sessions.ts'

/**
 * Switches this session to another of the person's companies; its live streams are reopened as the account of that
 * company.
 */
export async function chooseCompany(call: Call<typeof auth.chooseCompany>) {
  const { deps, person, body, token } = call
  const chosen = await inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    const own = await ownCompanies.all(tx, { signer_id: signerId(person) })
    const account = own.find(({ idcomp }) => idcomp === body.company)
    if (!account) throw refuseWith(reasons.notOwnCompany)
    if (account.id === person.id) return account
    await moveSession(tx, secretHash(token), account.id)
    await writeChosen(tx, signerId(person), account.id)
    await recordChosen(tx, call, own.find(({ id }) => id === person.id)?.namecomp ?? '', account.namecomp)
    await emit(tx, call, { kind: 'changed', entity: 'user', entity_id: person.id, companies: [], data: {} })
    return account
  })
  const person_id = chosen.id === signerId(person) ? null : signerId(person)
  return { message: 'Success', user: await sessionUser(deps.db, { ...person, ...chosen, person_id }) }
}
