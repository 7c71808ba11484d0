import { randomInt } from 'node:crypto'
import { secondFactor } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { Via } from '../../../platform/history.ts'
import { askForNew, newKeyOf, siteOf, type PasskeySite } from '../../../platform/credentials/passkeys.ts'
import { refuseField, refuseWith } from '../../../platform/refusal.ts'
import { newSecret, secretHash } from '../../../platform/credentials/secret.ts'
import { newTotp, stepOf } from '../../../platform/credentials/totp.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { factorNews, factorReasons, isFactorDemanded, mayAddFactor } from '../policy.ts'
import { recoveryLeft } from '../queries/factors.ts'
import { localHash } from '../queries/login.ts'
import { inGroups, isCounted, plainCode, RECOVERY_LENGTH, RECOVERY_LETTERS } from '../rules.ts'
import { endOtherSessions } from '../store/account.ts'
import {
  markSession,
  removeFactor,
  removeFactors,
  secondFactors,
  takeChallenge,
  writeFactor,
  writeRecovery,
} from '../store/second-factors.ts'
import { removeSessions } from '../store/entrances.ts'
import { sealingOf } from '../store/secrets.ts'
import { checkPresent } from './account.ts'
import { keepChallenge, keysAt } from './challenges.ts'
import { announceOfFactor } from './factor-news.ts'
import { mustBeSignedIn } from './sessions.ts'

/** People set up and remove their own second factors; each change requires the password again. */

const randomLetter = () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)] ?? ''
const recoveryCode = () => Array.from({ length: RECOVERY_LENGTH }, randomLetter).join('')

/** Creates new recovery codes, which replace the earlier ones. Only their hashes are stored. */
async function giveRecovery(tx: Transaction, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: secondFactor.RECOVERY_CODES }, recoveryCode)
  await writeRecovery(tx, user_id, codes.map(secretHash))
  return codes.map(inGroups)
}

/**
 * Checks that the person may add a factor and that the password is right. @throws the reason why not, 422 at the field
 * for a wrong password
 */
async function begin(call: Call & { body: { current_password: string } }, kind: 'totp' | 'passkey'): Promise<void> {
  const { deps, person, body } = call
  const hasSite = siteOf(deps.settings.publicUrl) !== null
  const isLocal = (await localHash(deps, person)) !== null
  const may = mayAddFactor(kind, { isLocal, settings: deps.settings, hasSite })
  if (may !== true) throw refuseWith(may)
  await checkPresent(call, body.current_password, factorReasons.notLocal)
}

async function ownFactors(tx: Transaction, call: Call) {
  await mustBeSignedIn(tx, call)
  const factors = await secondFactors(tx, call.person.id)
  if (factors.length >= secondFactor.MOST_FACTORS) throw refuseWith(factorReasons.tooMany)
  return factors
}

/** Begins to set up an authenticator. It is not required at sign-in until a code has shown that it works. */
export async function beginTotp(call: Call<typeof secondFactor.beginTotp>) {
  await begin(call, 'totp')
  const [key, totp] = [newSecret(), newTotp(call.person.login)]
  await inTransaction(call, async (tx) => {
    await ownFactors(tx, call)
    const sealed = (await sealingOf(tx, call.deps.settings)).seal(totp.secret)
    await keepChallenge(tx, call, { secret: key, user_id: call.person.id, purpose: 'totp', sealed })
  })
  return { key, ...totp }
}

/** Finishes adding a factor: this session counts as opened with it, and the person's other sessions end. */
async function added(tx: Transaction, call: Call, name: string) {
  const { person, token } = call
  const present = secretHash(token)
  await markSession(tx, present, false)
  await endOtherSessions(tx, person.id, present)
  await announceOfFactor(tx, call, person, factorNews.added(name))
  const isFirst = (await recoveryLeft(tx, person.id)) === 0
  return { message: 'Success', recovery_codes: isFirst ? await giveRecovery(tx, person.id) : null }
}

/** Adds the application. @throws 422 for a wrong code, one too many factors, or a set-up begun too long ago */
export const finishTotp = (call: Call<typeof secondFactor.finishTotp>) =>
  inTransaction(call, async (tx) => {
    const { deps, person, body } = call
    await ownFactors(tx, call)
    const challengeKey = { challenge_hash: secretHash(body.key), user_id: person.id, purpose: 'totp' } as const
    const begun = await takeChallenge(tx, challengeKey, momentOf(deps.clock))
    const sealing = await sealingOf(tx, deps.settings)
    const secret = begun?.secret && sealing.open(begun.secret)
    if (!secret) throw refuseWith(factorReasons.stale)
    const code = plainCode(body.code)
    const step = isCounted(code) ? stepOf({ secret, code, now: deps.clock.now(), after: 0 }) : undefined
    if (step === undefined) throw refuseField('code', factorReasons.code[1])
    const made = { name: body.name, created_at: momentOf(deps.clock) }
    await writeFactor(tx, person.id, { kind: 'totp', secret: sealing.seal(secret), last_step: step, ...made })
    return added(tx, call, body.name)
  })

const siteFor = ({ deps }: Call): PasskeySite => {
  const site = siteOf(deps.settings.publicUrl)
  if (!site) throw refuseWith(factorReasons.noSite)
  return site
}

/** Begins to add a passkey. @throws 422 for a wrong password, and where the address of the system allows none */
export async function beginPasskey(call: Call<typeof secondFactor.beginPasskey>) {
  await begin(call, 'passkey')
  const site = siteFor(call)
  return inTransaction(call, async (tx) => {
    const options = await askForNew(site, call.person, keysAt(site, await ownFactors(tx, call)))
    await keepChallenge(tx, call, { secret: options.challenge, user_id: call.person.id, purpose: 'passkey' })
    return { options: { ...options } }
  })
}

/** Adds the passkey. @throws 422 if it was made for another site or challenge, or is known already */
export const finishPasskey = (call: Call<typeof secondFactor.finishPasskey>) =>
  inTransaction(call, async (tx) => {
    const { deps, person, body } = call
    const site = siteFor(call)
    await ownFactors(tx, call)
    const now = momentOf(deps.clock)
    const isOurChallenge = async (challenge: string) => {
      const challengeKey = { challenge_hash: secretHash(challenge), user_id: person.id, purpose: 'passkey' } as const
      return (await takeChallenge(tx, challengeKey, now)) !== undefined
    }
    const key = await newKeyOf(site, body.passkey as never, isOurChallenge).catch((error: unknown) => {
      deps.log.info({ err: error }, 'a new passkey was refused')
    })
    if (!key) throw refuseWith(factorReasons.passkey)
    const isNew = await writeFactor(tx, person.id, {
      kind: 'passkey',
      name: body.name,
      created_at: now,
      credential_id: key.id,
      public_key: Buffer.from(key.publicKey),
      counter: key.counter,
      transports: key.transports ?? [],
      host: site.host,
    })
    if (!isNew) throw refuseWith(factorReasons.known)
    return added(tx, call, body.name)
  })

/**
 * Removes a factor. With the last one the recovery codes go too, and the session counts as opened with a password only.
 */
export async function removeOwnFactor(call: Call<typeof secondFactor.remove>) {
  const { deps, person, params, body } = call
  await checkPresent(call, body.current_password, factorReasons.notLocal)
  await inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    const gone = await removeFactor(tx, person.id, params.id)
    if (!gone) throw refuseWith(factorReasons.none)
    const left = await secondFactors(tx, person.id)
    const present = secretHash(call.token)
    if (left.length === 0) {
      if (isFactorDemanded(person, deps.settings)) throw refuseWith(factorReasons.last)
      await removeFactors(tx, person.id)
      await markSession(tx, present, true)
    }
    await endOtherSessions(tx, person.id, present)
    await announceOfFactor(tx, call, person, factorNews.removed(gone.name))
  })
  return { message: 'Success' }
}

/** Replaces the recovery codes. @throws 422 for a wrong password, and for a person without a second factor */
export async function renewRecovery(call: Call<typeof secondFactor.renewRecovery>) {
  const { person, body } = call
  await checkPresent(call, body.current_password, factorReasons.notLocal)
  return inTransaction(call, async (tx) => {
    await mustBeSignedIn(tx, call)
    if ((await secondFactors(tx, person.id)).length === 0) throw refuseWith(factorReasons.noFactor)
    await announceOfFactor(tx, call, person, factorNews.renewed)
    return { recovery_codes: await giveRecovery(tx, person.id) }
  })
}

/**
 * Removes the second factors and recovery codes that somebody has lost, and ends their sessions, in further companies too. API tokens and the
 * calendar's link stay. @returns whether there were any factors
 */
export async function resetSecondFactors(
  tx: Transaction,
  actor: Actor,
  owner: { id: number; idcomp: number | null },
  via?: Via,
): Promise<boolean> {
  const names = await removeFactors(tx, owner.id)
  if (names.length === 0) return false
  await removeSessions(tx, owner.id)
  await announceOfFactor(tx, actor, owner, factorNews.reset(names), via)
  return true
}
