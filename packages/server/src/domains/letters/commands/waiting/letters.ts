import type { Db, Deps } from '../../../../platform/call.ts'
import { dayOf } from '../../../../platform/clock.ts'
import { groundOf } from '../../queries/templates.ts'
import type { Around } from '../../templates/agreement-letters.ts'
import { letterOf, type LetterContent } from '../../templates/register.ts'
import type { waitingLetter } from '../../store/letters.ts'
import type { LeftOut } from '../../store/sent.ts'

/** A letter that waited, and what may become of it. */

export type Waiting = NonNullable<Awaited<ReturnType<typeof waitingLetter>>>
export interface LetterText extends Pick<Waiting, 'subject' | 'html' | 'text'> {
  /** The SHA-256 of the scope that it tells of, if that is no longer the one of its event. */
  told_sha?: string
  /** The releases of its publication that it tells of, if these are not all. */
  release_ids?: number[] | null
  /** What it does not tell of for now. */
  left_out?: LeftOut
}

/** Why a letter is not sent any more; `isNeedless`: there is nothing left to say, so nobody has to act. */
export interface Stopped {
  reason: string
  isNeedless?: boolean
}

/** The text to send, or why it is not sent. */
export type Outcome = LetterText | Stopped

export const UNWANTED = 'Человек больше не следит за этим или отключил такие письма'

/** The link by which a client answers, with its token. */
export const ANSWER_LINK = /\/approve\/([\w-]{43})/

export const needless = (reason: string): Stopped => ({ reason, isNeedless: true })

/** What a letter is written from again, as of the moment when it was written first. */
export const aroundThen = ({ settings }: Deps, { created_at: at }: Waiting, actor: string): Around => ({
  publicUrl: settings.publicUrl,
  at,
  day: dayOf(at),
  actor,
})

/** The letter with what it may still say. */
export async function writtenAgain(db: Db, { clock }: Deps, content: LetterContent): Promise<LetterText> {
  const { overrides, proof } = await groundOf(db, clock)
  return letterOf(content, overrides, proof)
}
