import type { agreements, Outcome } from '@vypusk/contract'
import { toast } from '../../components/kit/feedback/toast.tsx'

/** The brief's notices (section 8). */
const UPDATED = 'Согласование обновлено'
const NOT_MAILED = 'Согласование обновлено. Ошибка рассылки писем. Обратитесь к администратору'

/** Reports that the client's answer was saved, and whether letters about it failed. */
export const notifySaved = ({ mail }: { mail: Outcome }): void =>
  mail === 'failed' ? toast.mailError(NOT_MAILED) : toast.success(UPDATED)

type Question = Pick<
  agreements.AgreementDetail,
  'status' | 'releaseDate' | 'releaseTime' | 'by_client' | 'offer' | 'scope'
>

/** Checks whether an answer to one also answers the other: the same date, the same scope and the same state. */
export const isSameQuestion = (shown: Question, current: Question): boolean =>
  shown.status === current.status &&
  shown.releaseDate === current.releaseDate &&
  shown.releaseTime === current.releaseTime &&
  shown.by_client === current.by_client &&
  shown.offer?.id === current.offer?.id &&
  shown.scope?.sha256 === current.scope?.sha256
