import { inQuotes, wordsIn, type threads } from '@vypusk/contract'
import { minutesOf, addDays, workingDayAfter, type Calendar } from '../../platform/working-days.ts'

/** The working days in which a remark has to be answered, unless a due day is chosen. */
export const DAYS_TO_ANSWER = 3
/**
 * The working days after the due day when the release's people are notified of a remark that its owner has not
 * answered.
 */
const DAYS_TO_PEOPLE = 2
/** The longest holidays fit in this many days. */
export const CALENDAR_DAYS = 40

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** The plain text of sanitised rich text, one paragraph a line. */
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

/** The plain text of an entry, or a substitute when it has only a picture or files. */
export const inWords = (html: string, files: { file_name: string }[]): string =>
  wordsIn(wordsOf(html)) ||
  (html.includes('<img') ? 'Картинка' : files.map(({ file_name }) => `Файл ${inQuotes(file_name)}`).join(', '))

/** The state of a remark after an entry of a side: the side that raisedBy it asks, the other side answers. */
export const stateAfter = (raisedBy: threads.Side, writtenBy: threads.Side): threads.State =>
  raisedBy === writtenBy ? 'open' : 'answered'

/** The facts of a new entry that change a conversation. */
export interface Spoken {
  side: threads.Side
  asks: boolean
}

/** The side and state of a conversation after an entry: a question stays open until the other side writes. */
export function talkAfter<Before extends { side: string; state: string }>(before: Before, { side, asks }: Spoken) {
  if (asks) return { side, state: 'open' as const }
  return before.state === 'open' && before.side !== side ? { ...before, state: 'answered' as const } : before
}

/** Whose turn it is in a thread. */
interface Turn {
  side: threads.Side
  state: threads.State
}

/**
 * The side and state of a thread once an entry is withdrawn: as if it had never been written. What was closed stays so.
 * @param left the entries that count, oldest first
 */
export function turnWithout(
  { kind, side, state }: Turn & { kind: string },
  withdrawn_id: number,
  left: (Spoken & { id: number })[],
): Turn {
  const [first] = left
  const last = left.at(-1)
  if (state === 'closed') return { side, state }
  if (kind === 'talk') return left.reduce<Turn>(talkAfter, { side: first?.side ?? side, state: 'answered' })
  // An entry that others follow does not decide, and the remark may have been reopened since.
  if (last && last.id > withdrawn_id) return { side, state }
  return { side, state: last ? stateAfter(side, last.side) : 'open' }
}

/** One of the remarks that make up the field `remark` of a reply (api.md, target 0). */
export interface Remark {
  id: number
  text: string
}

/** The remarks as one text, in the given order; those whose words are withdrawn add nothing to it. */
export const joined = (remarks: { text: string }[]): string =>
  remarks.flatMap(({ text }) => (text === '' ? [] : text)).join('\n\n')

/**
 * Finds the caller's own remark in the whole text: a form that saves the field sends the other remarks back as well.
 * @param all every remark that the text was made of, in order
 * @param own the id of the remark that is edited; undefined for a new one, which comes last
 */
export function ownPart(text: string, all: Remark[], own: number | undefined): string {
  const place = all.findIndex(({ id }) => id === own)
  const [before, after] = place < 0 ? [all, []] : [all.slice(0, place), all.slice(place + 1)]
  const start = joined(before) && `${joined(before)}\n\n`
  const end = joined(after) && `\n\n${joined(after)}`
  const isAround = text.startsWith(start) && text.endsWith(end) && text.length > start.length + end.length
  return isAround ? text.slice(start.length, text.length - end.length).trim() : text
}

/** The fields that decide whether a thread is late. */
export interface Awaited {
  state: string
  due: string | null
}

/** Whether nobody has answered by the due day. @param today `YYYY-MM-DD` */
export const isLate = ({ state, due }: Awaited, today: string): boolean =>
  state === 'open' && due !== null && due < today

type Stage = 'before' | 'after' | 'people'
const STAGES: Stage[] = ['before', 'after', 'people']

/** The last working day before a day. */
function workingDayBefore(day: string, calendar: Calendar): string {
  let found = addDays(day, -1)
  for (let left = CALENDAR_DAYS; left > 0 && minutesOf(calendar, found) === 0; left -= 1) found = addDays(found, -1)
  return found
}

/**
 * The reminder that is due now for an unanswered thread: to its owner on the working day before and the one after the
 * due day, then to the release's people. A missed reminder gives way to the next.
 * @returns null if none is due, or it was sent already
 */
export function dueStage(due: string, reminded: string | null, today: string, calendar: Calendar): Stage | null {
  const days = [workingDayBefore(due, calendar), workingDayAfter(due, 1, calendar), peopleDay(due, calendar)]
  const now = STAGES[days.findLastIndex((day) => day <= today)]
  const done = STAGES.findIndex((stage) => stage === reminded)
  return now !== undefined && STAGES.indexOf(now) > done ? now : null
}

const peopleDay = (due: string, calendar: Calendar) => workingDayAfter(due, DAYS_TO_PEOPLE, calendar)

/** The due day of a remark that is raised today. */
export const usualDue = (today: string, calendar: Calendar): string => workingDayAfter(today, DAYS_TO_ANSWER, calendar)

/**
 * The due day of a remark that is asked again today: as much time as for a new one, but no less than its owner had. A
 * remark without a due day stays so.
 */
export const dueAgain = (due: string | null, today: string, calendar: Calendar): string | null => {
  const usual = usualDue(today, calendar)
  return due === null || due > usual ? due : usual
}

/** The Russian names of the fields recorded in the history of a thread. */
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

/** The states that a list shows. */
export function inState(shown: threads.Shown): threads.State[] {
  if (shown === 'unclosed') return UNCLOSED
  return shown === 'all' ? [...UNCLOSED, 'closed'] : [shown]
}
