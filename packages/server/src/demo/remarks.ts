import type { Agreement, Making } from './agreement-shapes.ts'
import type { Person } from './people.ts'
import { dayOfMoment, dayText, duringWork, type Moment, soonAfter } from './time.ts'

/** Remarks that do not hold up a publication: asked, answered and settled while a release is being agreed. */

type Side = 'staff' | 'client'
type State = 'open' | 'answered' | 'closed'

interface Course {
  state: State
  /** The entries in turn; the side that begins raises the remark, and closes it. */
  entries: readonly (readonly [side: Side, text: string])[]
}

const courses: readonly Course[] = [
  {
    state: 'answered',
    entries: [
      ['client', 'Пришлите, пожалуйста, список изменённых отчётов: предупредим бухгалтерию.'],
      ['staff', 'Список в описании релиза, раздел «Отчёты». Если нужен отдельным файлом, скажите.'],
    ],
  },
  {
    state: 'open',
    entries: [['staff', 'Кто у вас будет на связи во время установки? Нужны имя и телефон.']],
  },
  {
    state: 'open',
    entries: [['client', 'Согласны с датой. Просим начать не раньше 21:30: до этого времени работает склад.']],
  },
  {
    state: 'answered',
    entries: [
      ['staff', 'Хватит ли места на сервере? Установке нужно 40 ГБ.'],
      ['client', 'Места хватит, свободно 180 ГБ.'],
    ],
  },
  {
    state: 'closed',
    entries: [
      ['client', 'Будет ли недоступен личный кабинет?'],
      ['staff', 'Будет, около двадцати минут в начале установки.'],
    ],
  },
]

const HOUR = 3_600_000
/** Days in which a remark should be answered. */
const DAYS_TO_ANSWER = 4
const DEMO_COMPANIES = 2

/** The latest ids in use. */
export interface Numbers {
  thread: number
  entry: number
}

/**
 * Writes one remark for each demo client and for most of the others; each kind occurs if enough agreements were sent.
 * @param agreements agreements of unfinished releases that were sent to their company
 * @param last the latest id of a thread, so far equal to that of its entry
 */
export function makeRemarks(making: Making, agreements: readonly Agreement[], last: number): Numbers {
  const numbers = { thread: last, entry: last }
  let next = 0
  for (const agreement of agreements) {
    const { idcomp } = agreement.company
    const isShown = idcomp <= DEMO_COMPANIES || next < courses.length
    if (!isShown && !making.random.chance(0.6)) continue
    const course = courses[next++ % courses.length]
    if (course) writeRemark(making, agreement, course, numbers)
  }
  return numbers
}

interface Turn {
  side: Side
  person: Person
  text: string
  at: Moment
}

/** The entries with their authors and moments, after all that has happened to the agreement so far. */
function turnsOf({ random }: Making, { course, author, recipients, company }: Agreement, { entries }: Course): Turn[] {
  const client = recipients[0] ?? company.people[0] ?? author
  let at = course.updated_at
  return entries.map(([side, text]) => {
    at = soonAfter(random, Math.min(at + HOUR / 4, course.end), Math.min(at + 40 * HOUR, course.end))
    return { side, person: side === 'staff' ? author : client, text, at }
  })
}

function writeRemark(making: Making, agreement: Agreement, course: Course, numbers: Numbers): void {
  const { load } = making
  const turns = turnsOf(making, agreement, course)
  const [first, latest] = [turns[0], turns.at(-1)]
  if (!first || !latest) return
  const thread = ++numbers.thread
  const closed = course.state === 'closed' ? duringWork(latest.at) : null
  const due = dayOfMoment(first.at) + DAYS_TO_ANSWER
  load.add('threads', [
    thread,
    agreement.id,
    null,
    'remark',
    first.side,
    first.person.id,
    agreement.author.id,
    due,
    false,
    course.state,
    closed,
    closed && first.person.id,
    duringWork(first.at),
    duringWork(latest.at),
  ])
  for (const turn of turns) writeEntry(making, turn, thread, ++numbers.entry)
  recordThread(making, agreement, { thread, due: dayText(due), state: course.state, turns })
}

function writeEntry({ load }: Making, { side, person, text, at }: Turn, thread: number, id: number): void {
  load.add('entries', [id, thread, side, person.id, `<p>${text}</p>`, text, false, false, duringWork(at), null, null])
}

interface ThreadHistory {
  thread: number
  due: string
  state: State
  turns: Turn[]
}

const words = { open: 'ждёт ответа', answered: 'есть ответ', closed: 'закрыто' }

/** Records the history as the product does: what was written, and whose turn it is. */
function recordThread(
  { journal }: Making,
  { release, company }: Agreement,
  { thread, due, state, turns }: ThreadHistory,
): void {
  const record = journal.of('thread', thread, { release_id: release.id, company_id: company.idcomp })
  const [first] = turns
  const change = (turn: Turn, field: string, before: string | null, after: string) =>
    record({ field, before, after, person: turn.person, at: turn.at })
  for (const turn of turns) {
    change(turn, 'text', null, turn.text)
    if (turn === first) change(turn, 'due', null, due)
    else change(turn, 'state', words.open, words.answered)
  }
  const latest = turns.at(-1)
  if (state === 'closed' && first && latest) {
    change({ ...first, at: latest.at }, 'state', words.answered, words.closed)
  }
}
