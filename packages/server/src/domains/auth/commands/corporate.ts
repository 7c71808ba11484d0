import type { corporate } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import type { Oidc } from '../../../platform/corporate/oidc.ts'
import { Refusal, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { admit, refusalOf } from './admitting.ts'
import { openSession } from './sessions.ts'

async function asking<Result>(call: Actor, ask: (oidc: Oidc) => Promise<Result>): Promise<Result> {
  const { oidc } = call.deps
  if (!oidc) throw refuseWith(reasons.notSetUp)
  return ask(oidc).catch((error: unknown) => {
    throw refusalOf(call, error)
  })
}

/** Begins a sign-in at the provider. Nothing is stored on the server: the browser that began it also finishes it. */
export const startCorporate = (call: Call<typeof corporate.start>) => asking(call, (oidc) => oidc.begin())

/** Finishes the sign-in and opens an ordinary session. */
export async function finishCorporate(call: Call<typeof corporate.finish>) {
  const { search, ...begun } = call.body
  const { account, end_session_url } = await asking(call, (oidc) => oidc.finish(begun, search))
  const groups = call.deps.settings.oidc?.groups ?? null
  const answer = await inTransaction(call, async (tx) => {
    const admitted = await admit(tx, call, account, groups)
    if (admitted instanceof Refusal) return admitted
    return openSession(tx, call, { user_id: admitted, end_session_url, password_hash: null })
  })
  if (answer instanceof Refusal) throw answer
  return answer
}
