import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** WebAuthn passkeys, bound to the address at which people open the system. */

/** The address of the system in the form that browsers compare. */
export interface PasskeySite {
  host: string
  origin: string
}

/** Loaded when a passkey is first used: three hundred files, most of them about certificates. */
const webAuthn = () => import('@simplewebauthn/server')

/** Browsers allow passkeys only over https or on the local machine, and never for numeric addresses. */
export function siteOf(publicUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSafe && !isNumber ? { host: hostname, origin } : null
}

/** Supported by every browser and authenticator; newer algorithms have keys of a kilobyte. */
const ALGORITHMS = [-7, -8, -257]

interface Key {
  id: string
  transports: string[]
}

/** @param keys the person's existing keys: a device that has one refuses to create a second */
export const askForNew = async (
  { host }: PasskeySite,
  person: { id: number; login: string; name: string },
  keys: Key[],
) =>
  (await webAuthn()).generateRegistrationOptions({
    rpName: 'Выпуск',
    rpID: host,
    userID: new Uint8Array(Buffer.from(`vypusk-${person.id}`)),
    userName: person.login,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: keys,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })

export const askForKnown = async ({ host }: PasskeySite, keys: Key[]) =>
  (await webAuthn()).generateAuthenticationOptions({
    rpID: host,
    allowCredentials: keys,
    userVerification: 'preferred',
  })

/** Checks that the challenge was made here for this person and is still open, and closes it. */
type ChallengeCheck = (challenge: string) => Promise<boolean>

/**
 * Verifies a new passkey.
 * @returns undefined if it was made elsewhere or for another challenge
 */
export async function newKeyOf(
  { host, origin }: PasskeySite,
  response: RegistrationResponseJSON,
  isOurChallenge: ChallengeCheck,
) {
  const { registrationInfo } = await (
    await webAuthn()
  ).verifyRegistrationResponse({
    response,
    expectedChallenge: isOurChallenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return registrationInfo?.credential
}

interface KnownKey extends Key {
  public_key: Buffer
  counter: number
}

/**
 * Verifies an answer.
 * @returns the key's new usage counter
 * @throws Error for an invalid answer
 */
export async function counterOf(
  { host, origin }: PasskeySite,
  { id, transports, public_key, counter }: KnownKey,
  { response, isOurChallenge }: { response: AuthenticationResponseJSON; isOurChallenge: ChallengeCheck },
): Promise<number | undefined> {
  const { verified, authenticationInfo } = await (
    await webAuthn()
  ).verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurChallenge,
    expectedOrigin: origin,
    expectedRPID: host,
    credential: { id, publicKey: new Uint8Array(public_key), counter, transports },
    requireUserVerification: false,
  })
  return verified ? authenticationInfo.newCounter : undefined
}
