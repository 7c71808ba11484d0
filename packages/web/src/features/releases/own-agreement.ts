import type { Outcome } from '@vypusk/contract'
import { toast } from '../../components/kit/feedback/toast.tsx'

/** The brief's notices (section 8). */
const UPDATED = 'Согласование обновлено'
const NOT_MAILED = 'Согласование обновлено. Ошибка рассылки писем. Обратитесь к администратору'

/** Says that the client's answer is kept, and honestly how the letters about it fared. */
export const tellSaved = ({ mail }: { mail: Outcome }): void =>
  mail === 'failed' ? toast.mailError(NOT_MAILED) : toast.success(UPDATED)
