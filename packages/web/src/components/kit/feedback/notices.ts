import type { Outcome } from '@vypusk/contract'
import { toast } from './toast.tsx'

/** What was done, and how its letters fared. */
export interface Notice {
  text: string
  /** Letters failed: the notice stays longer and is no plain success. */
  isMailError: boolean
}

/** The brief's words (section 8) for letters that did not go. */
const MAIL_ERROR = 'Ошибка рассылки писем. Обратитесь к администратору'

export const withMail = (done: string, mail: Outcome): Notice =>
  mail === 'failed' ? { text: `${done}. ${MAIL_ERROR}`, isMailError: true } : { text: done, isMailError: false }

export const sayNotice = ({ text, isMailError }: Notice): void =>
  isMailError ? toast.mailError(text) : toast.success(text)
