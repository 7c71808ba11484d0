import type { dossier } from '@vypusk/contract'
import { formatDay, formatMoment } from '../ui/dates.ts'
import { formatNumber } from '../ui/duration.ts'

/** The texts about a dossier. */

export const whose = ({ dossier: { release, made_at, for_client } }: dossier.Verdict): string =>
  `Релиз ${release.id}: ${release.title}. Сделано ${formatMoment(made_at)}${for_client ? ' для клиента' : ''}.`

export const outcome = ({ isWhole, files, faults }: dossier.Verdict): string =>
  isWhole ? `Досье цело. Сверены все цепочки и файлов: ${files}.` : `Досье изменено. ${faults[0]}.`

/** Describes the result for one company's chain of records. */
export function heldOf({ company, records, closed, erased, earlier, fault }: dossier.CompanyVerdict): string {
  if (fault) return fault
  const outside = earlier > 0 ? `, до начала цепочки было ${formatNumber(earlier)}, они не подтверждены` : ''
  if (records === 0) return `${company}: записей в цепочке нет${outside}`
  const aside = [
    closed > 0 ? `закрытых ${formatNumber(closed)}` : '',
    erased > 0 ? `со стёртыми текстами ${formatNumber(erased)}` : '',
  ].filter(Boolean)
  return `${company}: записей ${formatNumber(records)}${aside.length > 0 ? `, из них ${aside.join(', ')}` : ''}${outside}`
}

/** The hash of the last day, to compare with a letter or a copy of that day. */
export const dayOf = ({ dossier: { days } }: dossier.Verdict): string[] =>
  days.slice(0, 1).map(({ day, hash }) => `Сумма журнала на ${formatDay(day)}: ${hash}`)
