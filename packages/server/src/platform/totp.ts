import { generateSecret, generateURI, verifySync } from 'otplib'

/** Codes that an application on the person's own device counts from a secret and the time (RFC 6238). */

const ISSUER = 'Выпуск'
const STEP_SECONDS = 30

/** What an application counts from: as text, and as the address a QR code holds. */
export function newTotp(login: string): { secret: string; url: string } {
  const secret = generateSecret()
  return { secret, url: generateURI({ issuer: ISSUER, label: login, secret }) }
}

interface TotpInput {
  secret: string
  /** Six digits. */
  code: string
  now: Date
  /** The last step that was taken; its code and earlier ones are taken no more. */
  after: number
}

/** The step whose code it is, the one before and the one after it counting as well; undefined for a wrong code. */
export function stepOf({ secret, code, now, after }: TotpInput): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000)
  // The library throws where the last step lies ahead of the clock: only its own count is compared.
  const found = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS })
  const step = found.valid && 'timeStep' in found ? found.timeStep : undefined
  return step !== undefined && step > after ? step : undefined
}

/** The latest step whose code may have been taken by then: that of a device whose clock is one step ahead. */
export const latestStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS) + 1
