import { inQuotes, type threads } from '@vypusk/contract'
import { minutesOf, addDays, workingDayAfter, type Calendar } from '../../platform/working-days.ts'

/** Working days in which a remark is to be answered unless somebody says otherwise. */
export const DAYS_TO_ANSWER = 3
/** Working days after which the release's people hear of what its owner leaves unanswered. */
const DAYS_TO_PEOPLE = 2
/** The longest holidays lie within so many days. */
export const CALENDAR_DAYS = 40

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** The words of a clean rich text, its paragraphs on lines of their own. */
export const wordsOf = (html: string): string =>
  html
    .replaceAll(/<br[^>]*>|<\/(?:p|h[2-4]|li|tr|pre|blockquote)>/gi, '\n')
    .replaceAll(/<\/t[dh]>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** What is said where there are no words: a picture of a screen, a file alone. */
export const inWords = (html: string, files: { file_name: string }[]): string =>
  wordsOf(html) ||
  (html.includes('<img') ? 'Картинка' : files.map(({ file_name }) => `Файл ${inQuotes(file_name)}`).join(', '))

/** Whose turn it is after somebody of a side has spoken: whoever raised it asks, the other side answers. */
export const stateAfter = (raised: threads.Side, spoken: threads.Side): threads.State =>
  raised === spoken ? 'open' : 'answered'

/** What somebody's words make of a conversation. */
export interface Spoken {
  side: threads.Side
  asks: boolean
}

/** Whose answer is waited for after somebody has spoken in a conversation: it stands so until the other side speaks. */
export function talkAfter<Before extends { side: string; state: string }>(before: Before, { side, asks }: Spoken) {
  if (asks) return { side, state: 'open' as const }
  return before.state === 'open' && before.side !== side ? { ...before, state: 'answered' as const } : before
}

/** A remark as a reply's `remark` tells of it (api.md, target 0). */
export interface Remark {
  id: number
  text: string
}

/** Remarks as one text, in their order. */
export const joined = (remarks: { text: string }[]): string => remarks.map(({ text }) => text).join('\n\n')

/**
 * What of a whole text is one remark's own: whoever saves the field sends the others' words back with theirs.
 * @param all every remark that the text was made of, in their order
 * @param own the id of the one that is written anew, undefined for a new one, which comes last
 */
export function ownPart(text: string, all: Remark[], own: number | undefined): string {
  const place = all.findIndex(({ id }) => id === own)
  const [before, after] = place < 0 ? [all, []] : [all.slice(0, place), all.slice(place + 1)]
  const start = before.length > 0 ? `${joined(before)}\n\n` : ''
  const end = after.length > 0 ? `\n\n${joined(after)}` : ''
  const isAround = text.startsWith(start) && text.endsWith(end) && text.length > start.length + end.length
  return isAround ? text.slice(start.length, text.length - end.length).trim() : text
}

/** What is waited for. */
export interface Awaited {
  state: string
  due: string | null
}

/** Nobody has answered by its day. @param today `YYYY-MM-DD` */
export const isLate = ({ state, due }: Awaited, today: string): boolean =>
  state === 'open' && due !== null && due < today

type Stage = 'before' | 'after' | 'people'
const STAGES: Stage[] = ['before', 'after', 'people']

/** The last working day before another. */
function workingDayBefore(day: string, calendar: Calendar): string {
  let found = addDays(day, -1)
  for (let left = CALENDAR_DAYS; left > 0 && minutesOf(calendar, found) === 0; left -= 1) found = addDays(found, -1)
  return found
}

/**
 * Whom a thread without an answer is reminded of now: its owner on the working day before and after its day, then the
 * release's people. One that was missed gives way to the next.
 * @returns null while nobody is, or was already
 */
export function dueStage(due: string, reminded: string | null, today: string, calendar: Calendar): Stage | null {
  const days = [workingDayBefore(due, calendar), workingDayAfter(due, 1, calendar), peopleDay(due, calendar)]
  const now = STAGES[days.findLastIndex((day) => day <= today)]
  const done = STAGES.findIndex((stage) => stage === reminded)
  return now !== undefined && STAGES.indexOf(now) > done ? now : null
}

const peopleDay = (due: string, calendar: Calendar) => workingDayAfter(due, DAYS_TO_PEOPLE, calendar)

/** The day by which something said now is to be answered. */
export const usualDue = (today: string, calendar: Calendar): string => workingDayAfter(today, DAYS_TO_ANSWER, calendar)

/** Field → its Russian name: what the history of a thread records. */
export const titles = {
  text: 'Текст',
  internal: 'Запись для своих',
  state: 'Состояние',
  reason: 'Почему закрыто',
  owner: 'Отвечает',
  due: 'Ответить до',
  blocks: 'Держит публикацию',
}

export const stateNames: Record<threads.State, string> = {
  open: 'ждёт ответа',
  answered: 'есть ответ',
  closed: 'закрыто',
}

/** What a thread is about. */
export interface SubjectId {
  entity: threads.Subject
  entity_id: number
}

interface SubjectColumns {
  agreement_id: number | null
  request_id: number | null
}

export const subjectOf = ({ agreement_id, request_id }: SubjectColumns): SubjectId =>
  agreement_id === null
    ? { entity: 'request', entity_id: request_id ?? 0 }
    : { entity: 'agreement', entity_id: agreement_id }

const UNCLOSED: threads.State[] = ['open', 'answered']

/** The states a list is about. */
export function inState(shown: threads.Shown): threads.State[] {
  if (shown === 'unclosed') return UNCLOSED
  return shown === 'all' ? [...UNCLOSED, 'closed'] : [shown]
}
