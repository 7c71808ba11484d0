import type { Loader } from './copy.ts'
import type { Person, World } from './people.ts'
import type { Random } from './random.ts'
import type { Numbers } from './remarks.ts'
import type { Request } from './request.ts'
import { type Day, duringWork, type Moment, soonAfter, startOf } from './time.ts'

interface Making {
  random: Random
  world: World
  today: Day
  load: Loader
}

/** One entry: who writes, the text, and in which way. */
type Turn = readonly [
  side: 'staff' | 'client',
  text: string,
  how?: 'asks' | 'internal' | 'edited' | 'withdrawn' | 'named',
]

/** Conversations about a request; if the last entry asks something, it waits for an answer. */
const courses: readonly (readonly Turn[])[] = [
  [
    ['staff', 'Подскажите, в какой форме это нужно в первую очередь: в печатной или в выгрузке?', 'asks'],
    ['client', 'Сначала в печатной, выгрузка подождёт до следующего месяца.'],
    ['staff', 'Похоже на заявку соседней компании, сделаем вместе.', 'internal'],
    ['staff', 'Поняли, возьмём в ближайший релиз.'],
  ],
  [
    ['client', 'Получится успеть до закрытия квартала? Если нет, сделаем вручную.', 'asks'],
    ['staff', 'Проверить с аналитиком, хватит ли часов.', 'internal'],
    ['staff', 'Успеваем: разработка заканчивается на следующей неделе.', 'edited'],
    ['client', 'Спасибо, ждём.'],
  ],
  [
    ['client', 'Добавили пример в файле, посмотрите второй лист.'],
    ['staff', 'Посмотрели. Строки с нулевой суммой выводить или пропускать?', 'asks'],
  ],
  [
    ['staff', 'Повторить ошибку у себя не смогли. На каком рабочем месте это видно?', 'asks'],
    ['client', 'У кладовщика, у бухгалтера всё в порядке.'],
    ['client', 'Пароль от рабочего места отправим отдельно.', 'withdrawn'],
    ['client', 'Когда ждать исправления? У нас на это завязана отчётность.', 'asks'],
  ],
  [
    ['client', 'Добавьте, пожалуйста, и итог по подразделениям.'],
    ['staff', 'посмотрите, пожалуйста, сколько это займёт.', 'named'],
    ['staff', 'Итог добавим, срок не изменится.'],
  ],
]

/** For how many days requests are still discussed. */
const RECENT = 120
const HOUR = 3_600_000

/**
 * Writes the conversations of recent requests and of every tenth older one.
 * @param last the latest ids in use
 */
export function makeTalks(making: Making, sample: readonly Request[], last: Numbers): void {
  const { random, today } = making
  let { thread, entry } = last
  for (const request of sample) {
    const isRecent = request.created_at > startOf(today - RECENT)
    if (!random.chance(isRecent ? 0.6 : 0.1)) continue
    entry = writeTalk(making, request, random.pick(courses), ++thread, entry)
  }
}

interface WrittenEntry {
  side: 'staff' | 'client'
  person: Person
  at: Moment
}

function writeTalk(making: Making, request: Request, course: readonly Turn[], id: number, last: number): number {
  const { random, load, world, today } = making
  const staff = random.pick(world.staff)
  const client = request.author.isRivc ? random.pick(request.company.people) : request.author
  const end = startOf(today) - HOUR
  let at = request.created_at
  let entry = last
  const entries: WrittenEntry[] = []
  for (const [side, text, how] of course) {
    const person = side === 'staff' ? staff : client
    at = soonAfter(random, at, Math.min(end, at + 4 * 24 * HOUR))
    entries.push({ side, person, at })
    writeEntry(making, { id: ++entry, thread: id, side, person, at: duringWork(at) }, text, how)
  }
  const [first, latest] = [entries[0], course.at(-1)]
  if (!first || !latest) return entry
  const isOpen = latest[2] === 'asks'
  const state = isOpen ? 'open' : 'answered'
  const side = isOpen ? latest[0] : first.side
  const moments = [duringWork(first.at), duringWork(at)]
  load.add('threads', [
    id,
    null,
    request.id,
    'talk',
    side,
    first.person.id,
    staff.id,
    null,
    false,
    state,
    null,
    null,
    ...moments,
  ])
  for (const { id: user_id } of new Set(entries.map(({ person }) => person))) {
    load.add('watchers', ['request', request.id, user_id, true, duringWork(at)])
  }
  return entry
}

interface Row {
  id: number
  thread: number
  side: string
  person: Person
  at: Moment
}

function writeEntry({ random, load, world }: Making, row: Row, text: string, how: Turn[2]): void {
  const { id, thread, side, person, at } = row
  const named = how === 'named' ? random.pick(world.staff) : null
  const words = named ? `@${named.name}, ${text}` : text
  const later = at + HOUR / 2
  const [internal, asks] = [how === 'internal' || named !== null, how === 'asks']
  const [edited, withdrawn] = [how === 'edited' ? later : null, how === 'withdrawn' ? later : null]
  load.add('entries', [id, thread, side, person.id, `<p>${words}</p>`, words, internal, asks, at, edited, withdrawn])
  if (named) load.add('entry_mentions', [id, named.id])
}
