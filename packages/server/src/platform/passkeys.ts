import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Passkeys of WebAuthn, bound to the address that people open the system at. */

/** The address of the system as a browser compares it. */
export interface PasskeySite {
  host: string
  origin: string
}

/** Loaded by the first who uses a passkey: three hundred files, most of them of certificates. */
const webAuthn = () => import('@simplewebauthn/server')

/** Browsers let passkeys be used over https or on the own machine, and never where the address is a number. */
export function siteOf(publicUrl: string): PasskeySite | null {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSafe && !isNumber ? { host: hostname, origin } : null
}

/** Agreed on by every browser and authenticator; the newer ones have keys of a kilobyte. */
const ALGORITHMS = [-7, -8, -257]

interface Key {
  id: string
  transports: string[]
}

/** @param keys what the person has already: their devices refuse to make a second one */
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

/** Whether the question was put here, to this person, and is open still; closes it. */
type ChallengeCheck = (challenge: string) => Promise<boolean>

/** @returns undefined for what was made elsewhere or for another question */
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

/** How often the key has answered, once this answer is right. @throws Error for an answer that is not */
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
