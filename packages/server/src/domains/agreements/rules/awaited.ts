import { agreements } from '@vypusk/contract'
import { dayInWords } from '../../../platform/text/plain-text.ts'

type Row = Parameters<typeof agreements.awaitedOf>[0] & Pick<agreements.AgreementRow, 'offer'>

const WORDS = { remark: 'ответьте на замечание', another_date: 'без ответа', client: 'ждём ответа' } as const

/** What an agreement waits for, in the words of the list; '' when nothing is awaited. */
export function awaitedInWords(row: Row): string {
  const awaited = agreements.awaitedOf(row)
  if (awaited === null) return ''
  if (awaited === 'offer') return row.offer ? `предложена дата ${dayInWords(row.offer.releaseDate)}` : ''
  return WORDS[awaited]
}
