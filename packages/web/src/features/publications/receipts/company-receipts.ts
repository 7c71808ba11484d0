import type { publications, receipts } from '@vypusk/contract'
import { soonInZones } from '../../../components/shared/dates/moments.ts'
import { formatDay } from '../../../ui/dates.ts'
import type { Tone } from '../../../ui/Tag.tsx'

type Row = receipts.CompanyReceipt
type Item = Pick<publications.PublicationItem, 'customers' | 'notPublishingList' | 'receipts'>

/** A fact about a company, with a colour that shows whether it is as it should be. */
export interface Stated {
  text: string
  tone: Tone
}

type State = Delivered['state']
type Delivered = NonNullable<Row['files'][number]['copy']>

const some = (count: number, all: number) => (all > 1 ? ` ${count} из ${all}` : '')

const countOfSent = (states: State[]) => states.filter((state) => state === 'sent').length

/** The state of one letter. */
export const LETTERS = { queued: 'письмо отправляется', sent: 'письмо принято', failed: 'письмо не дошло' } as const

/** The state of the copy of one file. */
export const COPIES = { queued: 'копируется на FTP', sent: 'на FTP', failed: 'копия на FTP не удалась' } as const

const SEVERAL = ['письма отправляются', 'письма приняты'] as const

/** «письмо принято», «письма приняты 2 из 2», «письма отправляются 1 из 2»; null for a company without letters. */
export function letterOf({ people }: Row): Stated | null {
  const letters = people.flatMap(({ letter }) => (letter ? [letter.state] : []))
  if (letters.length === 0) return null
  const sent = countOfSent(letters)
  if (letters.includes('failed')) return { text: LETTERS.failed, tone: 'red' }
  const [sending, accepted] = letters.length > 1 ? SEVERAL : [LETTERS.queued, LETTERS.sent]
  if (sent < letters.length) return { text: `${sending}${some(sent, letters.length)}`, tone: 'grey' }
  return { text: `${accepted}${some(sent, letters.length)}`, tone: 'green' }
}

/** «на FTP», «копируется на FTP 1 из 2»; null for a company without copies. */
export function copiedOf({ files }: Row): Stated | null {
  const copies = files.flatMap(({ copy }) => (copy ? [copy.state] : []))
  if (copies.length === 0) return null
  const done = countOfSent(copies)
  if (copies.includes('failed')) return { text: COPIES.failed, tone: 'red' }
  if (done < copies.length) return { text: `${COPIES.queued}${some(done, copies.length)}`, tone: 'grey' }
  return { text: `${COPIES.sent}${some(done, copies.length)}`, tone: 'green' }
}

const earliest = (moments: (string | null)[]) => moments.filter((at) => at !== null).toSorted()[0]

export function openedOf({ people }: Row): Stated {
  const at = earliest(people.map(({ opened_at }) => opened_at))
  return at ? { text: `открыли ${formatDay(at)}`, tone: 'green' } : { text: 'не открывали', tone: 'grey' }
}

export const isFetched = ({ files }: Row): boolean => files.every(({ fetched_at }) => fetched_at !== null)

/** «скачали 1 из 2»: of the companies that have files to fetch; null without any. */
export function fetchedOfAll(rows: readonly Row[]): string | null {
  const getting = rows.filter(({ files }) => files.length > 0)
  return getting.length === 0 ? null : `скачали ${getting.filter(isFetched).length} из ${getting.length}`
}

/** «не скачали», «скачано 1 из 2»; a company without files has nothing to download. */
export function fetchedOf(row: Row): Stated {
  const { files } = row
  if (files.length === 0) return { text: 'без файлов', tone: 'grey' }
  const done = files.filter(({ fetched_at }) => fetched_at !== null).length
  return {
    text: done === 0 ? 'не скачали' : `скачано${some(done, files.length)}`,
    tone: isFetched(row) ? 'green' : 'amber',
  }
}

/** «напомним завтра в 10:00 МСК»; null when no reminder is scheduled. */
export const reminderOf = ({ reminders: { next } }: Row): Stated | null =>
  next === null ? null : { text: `напомним ${soonInZones(next, null)}`, tone: 'grey' }

export function verifiedOf({ files }: Row): Stated | null {
  const done = files.filter(({ verified_at }) => verified_at !== null).length
  return done === 0 ? null : { text: `проверено${some(done, files.length)}`, tone: 'green' }
}

/** What the company has confirmed about the releases it was handed. */
export function wordOf({ company: { idcomp } }: Row, list: readonly Item[]): Stated | null {
  const own = list.filter(
    ({ customers, notPublishingList }) =>
      customers.some((customer) => customer.idcomp === idcomp) && !notPublishingList.includes(idcomp),
  )
  const receiptsOf = (kind: receipts.ReceiptKind) =>
    own.flatMap((item) => item.receipts.filter((one) => one.idcomp === idcomp && one.kind === kind))
  const [installed, received] = [receiptsOf('installed'), receiptsOf('received')]
  const last = (words: receipts.Receipt[]) =>
    formatDay(
      words
        .map(({ at }) => at)
        .toSorted()
        .at(-1),
    )
  if (installed.length > 0)
    return { text: `установили${some(installed.length, own.length)} ${last(installed)}`, tone: 'green' }
  if (received.length > 0)
    return { text: `получили${some(received.length, own.length)} ${last(received)}`, tone: 'blue' }
  return null
}

/** The companies that have some of it, in words: «скачано 1 из 2, установили 05.03.2026». */
export const havingOf = (rows: readonly Row[], list: readonly Item[]): { company: Row['company']; words: string }[] =>
  rows.flatMap((row) => {
    const fetched = row.files.some(({ fetched_at }) => fetched_at !== null) ? fetchedOf(row).text : ''
    const words = [fetched, wordOf(row, list)?.text ?? ''].filter(Boolean)
    return words.length > 0 ? [{ company: row.company, words: words.join(', ') }] : []
  })
