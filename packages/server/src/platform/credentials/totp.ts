import { generateSecret, generateURI, verifySync } from 'otplib'
import { hasBeen } from '../elapsed.ts'

/** Codes that an application on a person's device computes from a secret and the time (RFC 6238). */

const ISSUER = 'Выпуск'
const STEP_SECONDS = 30

/** A new secret for an application: as text, and as the URL for a QR code. */
export function newTotp(login: string): { secret: string; url: string } {
  const secret = generateSecret()
  return { secret, url: generateURI({ issuer: ISSUER, label: login, secret }) }
}

interface TotpInput {
  secret: string
  /** Six digits. */
  code: string
  now: Date
  /** The last step that was accepted; its code and earlier ones are not accepted again. */
  after: number
}

/**
 * The last step if a code of it can have been accepted by now; otherwise 0. One beyond was noted while a clock was ahead, by
 * a restore, and would refuse every code until the clock gets there once more.
 */
const believed = (after: number, now: Date): number => (hasBeen(after * STEP_SECONDS * 1000, now.getTime()) ? after : 0)

/** The step that the code belongs to; the previous and the next step are accepted too. Undefined for a wrong code. */
export function stepOf({ secret, code, now, after }: TotpInput): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000)
  // The library throws if the last step is ahead of the clock, so the comparison is made here.
  const found = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS })
  const step = found.valid && 'timeStep' in found ? found.timeStep : undefined
  return step !== undefined && step > believed(after, now) ? step : undefined
}

/** The latest step whose code may have been accepted by then: that of a device whose clock is one step ahead. */
export const latestStep = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS) + 1
