import type { Outcome } from '@vypusk/contract'
import { toast } from './toast.tsx'

/** What was done, and whether its letters were sent. */
export interface Notice {
  text: string
  /** Letters failed: the notice stays longer and is not shown as a plain success. */
  isMailError: boolean
}

/** The brief's text (section 8) for letters that were not sent. */
const MAIL_ERROR = 'Ошибка рассылки писем. Обратитесь к администратору'

export const withMail = (done: string, mail: Outcome): Notice =>
  mail === 'failed' ? { text: `${done}. ${MAIL_ERROR}`, isMailError: true } : { text: done, isMailError: false }

export const showNotice = ({ text, isMailError }: Notice): void =>
  isMailError ? toast.mailError(text) : toast.success(text)
