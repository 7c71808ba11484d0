import type { auth, secondFactor } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { askForKnown, counterOf, siteOf, type PasskeySite } from '../../../platform/credentials/passkeys.ts'
import { NOBODY } from '../../../platform/person.ts'
import { refuseWith, type Refusal, type RefusalSpec } from '../../../platform/refusal.ts'
import { secretHash } from '../../../platform/credentials/secret.ts'
import { stepOf } from '../../../platform/credentials/totp.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { factorNews, factorReasons } from '../policy.ts'
import { factorOwner, recoveryLeft } from '../queries/factors.ts'
import { isCounted, plainCode } from '../rules.ts'
import { secondFactors, takeChallenge, takeRecovery, writeUse, type SecondFactor } from '../store/second-factors.ts'
import { sealingOf } from '../store/secrets.ts'
import { lockPerson } from '../store/sessions.ts'
import { keepChallenge, keysAt } from './challenges.ts'
import { announceOfFactor } from './factor-news.ts'

/** The second step of a sign-in: the second factor in addition to a password stored here. */

type LogIn = Call<typeof auth.login>

/** The factor that was accepted. */
export interface AcceptedFactor {
  by: string
  recovery_left?: number
}
type Answer = AcceptedFactor | RefusalSpec

const isShown = (answer: Answer): answer is AcceptedFactor => 'by' in answer

interface Asking {
  tx: Transaction
  call: LogIn
  user_id: number
  factors: SecondFactor[]
}

async function byCount({ tx, call, factors }: Asking, code: string): Promise<Answer> {
  const { clock, settings, log } = call.deps
  const sealing = await sealingOf(tx, settings)
  let answer: RefusalSpec = factorReasons.wrongCode
  for (const { id, secret: sealed, last_step, name } of factors) {
    if (sealed === null) continue
    const secret = sealing.open(sealed)
    if (secret === undefined) {
      log.error({ second_factor: id }, 'no key of SECRETS_KEY decrypts the secret of the codes')
      answer = factorReasons.sealed
      continue
    }
    const step = stepOf({ secret, code, now: clock.now(), after: last_step ?? 0 })
    if (step === undefined) continue
    // Encrypted again with the first key, so that former keys of SECRETS_KEY are no longer needed one day.
    await writeUse(tx, id, { last_used_at: momentOf(clock), last_step: step, secret: sealing.seal(secret) })
    return { by: name }
  }
  return answer
}

async function byRecovery({ tx, call, user_id }: Asking, code: string): Promise<Answer> {
  if (!(await takeRecovery(tx, user_id, secretHash(code)))) return factorReasons.wrongRecovery
  const recovery_left = await recoveryLeft(tx, user_id)
  const own = await factorOwner.one(tx, { user_id })
  const actor = { deps: call.deps, person: { ...NOBODY, id: user_id } }
  await announceOfFactor(tx, actor, own, factorNews.recovered(recovery_left))
  return { by: 'код восстановления', recovery_left }
}

async function byPasskey(asking: Asking, passkey: NonNullable<LogIn['body']['passkey']>): Promise<Answer> {
  const { tx, call, user_id, factors } = asking
  const { settings, clock, log } = call.deps
  const site = siteOf(settings.publicUrl)
  const known = factors.find(({ credential_id }) => credential_id === passkey.id)
  if (!site || !known?.credential_id || !known.public_key) return factorReasons.wrongPasskey
  const key = {
    id: known.credential_id,
    public_key: known.public_key,
    counter: known.counter ?? 0,
    transports: known.transports ?? [],
  }
  const isOurChallenge = async (challenge: string) => {
    const challengeKey = { challenge_hash: secretHash(challenge), user_id, purpose: 'sign_in' } as const
    return (await takeChallenge(tx, challengeKey, momentOf(clock))) !== undefined
  }
  // The library reports every problem by throwing; all a person can do is try again.
  const counter = await counterOf(site, key, { response: passkey, isOurChallenge }).catch((error: unknown) => {
    log.info({ err: error, second_factor: known.id }, 'a passkey was refused')
  })
  if (counter === undefined) return factorReasons.wrongPasskey
  await writeUse(tx, known.id, { last_used_at: momentOf(clock), counter })
  return { by: known.name }
}

/** Returns the request for a passkey that the browser needs; null when the person has none for this address. */
async function passkeyOptions(asking: Asking, site: PasskeySite | null): Promise<secondFactor.Ways['passkey']> {
  const keys = site ? keysAt(site, asking.factors) : []
  if (!site || keys.length === 0) return null
  const options = await askForKnown(site, keys)
  await keepChallenge(asking.tx, asking.call, {
    secret: options.challenge,
    purpose: 'sign_in',
    user_id: asking.user_id,
  })
  return { ...options }
}

async function waysOf(asking: Asking): Promise<secondFactor.Ways> {
  const { tx, call, user_id, factors } = asking
  return {
    totp: factors.some(({ kind }) => kind === 'totp'),
    passkey: await passkeyOptions(asking, siteOf(call.deps.settings.publicUrl)),
    recovery: (await recoveryLeft(tx, user_id)) > 0,
  }
}

async function answerOf(asking: Asking): Promise<Answer> {
  const { code, passkey } = asking.call.body
  if (passkey) return byPasskey(asking, passkey)
  if (code === undefined) return factorReasons.ask
  const plain = plainCode(code)
  return isCounted(plain) ? byCount(asking, plain) : byRecovery(asking, plain)
}

/**
 * Requires a second factor if the person has one, and checks the answer.
 * @returns the accepted factor, null when none is required, or the refusal with the ways to answer. The refusal is
 * returned and not thrown, so that the passkey's challenge is stored
 */
export async function checkSecondFactor(
  tx: Transaction,
  call: LogIn,
  user_id: number,
): Promise<AcceptedFactor | Refusal | null> {
  if (call.deps.settings.secondFactor === 'off') return null
  // Makes two sign-ins with the same code run one after another.
  await lockPerson(tx, user_id)
  const factors = await secondFactors(tx, user_id)
  if (factors.length === 0) return null
  const asking = { tx, call, user_id, factors }
  const answer = await answerOf(asking)
  return isShown(answer) ? answer : refuseWith(answer, { second_factor: await waysOf(asking) })
}
