import type { threads } from '@vypusk/contract'
import { countOf, plural } from '../../../ui/plural.ts'
import type { Tone } from '../../../ui/Tag.tsx'

type ThreadTurn = Pick<threads.Thread, 'state' | 'side'>

const isOurs = ({ side }: ThreadTurn, isRivc: boolean) => (side === 'staff') === isRivc

/** Whose turn it is, from the point of view of the reader's side. */
export function turnOf(thread: ThreadTurn, isRivc: boolean): { tone: Tone; words: string } {
  const isOwn = isOurs(thread, isRivc)
  if (thread.state === 'closed') return { tone: 'grey', words: 'Закрыто' }
  if (thread.state === 'open') {
    if (!isOwn) return { tone: 'amber', words: 'Ждёт вашего ответа' }
    return { tone: 'blue', words: isRivc ? 'Ждёт ответа клиента' : 'Ждёт ответа поставщика' }
  }
  return isOwn ? { tone: 'amber', words: 'Вам ответили' } : { tone: 'blue', words: 'Ответ отправлен' }
}

/**
 * Whose answer a conversation waits for, from the point of view of the reader's side; undefined when none is awaited.
 */
export function asksOf(talk: ThreadTurn, isRivc: boolean): { tone: Tone; words: string } | undefined {
  return talk.state === 'open' ? turnOf(talk, isRivc) : undefined
}

const SIDES = { staff: 'поставщик', client: 'клиент' } as const
export const sideInWords = (side: threads.Side): string => SIDES[side]

/** Who has written an entry: one of a side, or staff for the client. */
export const writerInWords = ({ side, on_behalf }: Pick<threads.Entry, 'side' | 'on_behalf'>): string =>
  on_behalf ? 'за клиента' : sideInWords(side)

/** The author's name; somebody who came by a letter's link has none. */
export const authorName = ({ name }: { name: string }): string => name || 'По ссылке из письма'

const REMARKS = ['замечание', 'замечания', 'замечаний'] as const
export const remarksCount = (count: number): string => countOf(count, REMARKS)

export const isOpen = ({ state }: Pick<threads.Thread, 'state'>): boolean => state !== 'closed'

/** Counts the open remarks: those that block publication and the others. */
export function openOf(all: readonly threads.Thread[]): threads.OpenRemarks {
  const open = all.filter(isOpen)
  const blocking = open.filter(({ blocks }) => blocks).length
  const unanswered = open.filter(({ blocks, side, state }) => blocks && side === 'client' && state === 'open').length
  return { blocking, other: open.length - blocking, unanswered }
}

export const hasOpen = ({ blocking, other }: threads.OpenRemarks): boolean => blocking + other > 0

const HOLDING = ['замечание держит публикацию', 'замечания держат публикацию', 'замечаний держат публикацию'] as const
const OTHER = ['замечание не держит', 'замечания не держат', 'замечаний не держат'] as const

/** «2 замечания держат публикацию, 1 замечание не держит»; '' when nothing is open. */
export const heldInWords = ({ blocking, other }: threads.OpenRemarks): string =>
  [blocking > 0 ? countOf(blocking, HOLDING) : '', other > 0 ? countOf(other, OTHER) : ''].filter(Boolean).join(', ')

/** «открытых 2, из них держат публикацию 1», or «открытых нет». */
export function openInWords({ blocking, other }: threads.OpenRemarks): string {
  const open = blocking + other
  if (open === 0) return 'открытых нет'
  return [`открытых ${open}`, blocking > 0 ? `из них держат публикацию ${blocking}` : ''].filter(Boolean).join(', ')
}

const STAYING = ['останется открытым', 'останутся открытыми', 'останутся открытыми'] as const

/** What stays open after agreeing; undefined when nothing is open. */
export function leftOpenInWords({ blocking, other }: threads.OpenRemarks): string | undefined {
  const open = blocking + other
  if (open === 0) return undefined
  return `${open === 1 ? 'замечание' : remarksCount(open)} ${plural(open, STAYING)}`
}
