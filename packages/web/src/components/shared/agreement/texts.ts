import type { agreements } from '@vypusk/contract'

const CALLED_OFF =
  'Релиз закрыт, устанавливать его не будут: отвечать не нужно. Если его вернут в работу, придёт письмо.'
const WITHDRAWN = 'Дата снята: установки в этот день не будет. О новой дате придёт письмо.'

/** Why nothing is installed on the date, as its company reads it; null while the date stands. */
export function endOfDate({
  called_off,
  date_withdrawn,
}: Pick<agreements.Agreement, 'called_off' | 'date_withdrawn'>): string | null {
  if (called_off) return CALLED_OFF
  return date_withdrawn ? WITHDRAWN : null
}
