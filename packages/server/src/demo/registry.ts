import { DAY_MS } from '@vypusk/contract'
import type { Loader } from './copy.ts'
import type { Journal } from './journal.ts'
import type { Company, Person, World } from './people.ts'
import type { Random } from './random.ts'
import { type Request, STATUS, TYPE } from './request.ts'
import { type Day, dayOfMoment, dayText, type Moment, duringWork, soonAfter, startOf, yearOf } from './time.ts'
import { textFor, titleFor } from './titles.ts'

interface Making {
  random: Random
  world: World
  today: Day
  load: Loader
  journal: Journal
  stepNames: ReadonlyMap<number, string>
}
/** Ids of registry_steps from the migrations. */
const ENTRY = { fresh: 1, considered: 2, agreed: 3, work: 4, done: 5, refused: 6 } as const

/** Steps of an entry, with weights, by the status of its request. */
const stepBy: Record<number, (readonly [number, number])[]> = {
  [STATUS.fresh]: [
    [ENTRY.fresh, 55],
    [ENTRY.considered, 45],
  ],
  [STATUS.estimate]: [
    [ENTRY.considered, 60],
    [ENTRY.agreed, 40],
  ],
  [STATUS.work]: [[ENTRY.work, 1]],
  [STATUS.done]: [
    [ENTRY.done, 80],
    [ENTRY.work, 20],
  ],
  [STATUS.closed]: [[ENTRY.done, 1]],
  [STATUS.refused]: [[ENTRY.refused, 1]],
}
const way: Record<number, number[]> = {
  [ENTRY.fresh]: [ENTRY.fresh],
  [ENTRY.considered]: [ENTRY.fresh, ENTRY.considered],
  [ENTRY.agreed]: [ENTRY.fresh, ENTRY.considered, ENTRY.agreed],
  [ENTRY.work]: [ENTRY.fresh, ENTRY.considered, ENTRY.agreed, ENTRY.work],
  [ENTRY.done]: [ENTRY.fresh, ENTRY.considered, ENTRY.agreed, ENTRY.work, ENTRY.done],
  [ENTRY.refused]: [ENTRY.fresh, ENTRY.considered, ENTRY.refused],
}
const talk = {
  client: [
    'Просим сообщить срок.',
    'Уточнили у подразделений: нужно всем филиалам.',
    'Согласны, приоритет оставляем.',
    'Проверим на тестовом контуре.',
    'Можно ли успеть до конца квартала?',
    'Спасибо, вопрос снят.',
  ],
  rivc: [
    'Приняли в работу, оценка будет на этой неделе.',
    'Нужен пример документа.',
    'Вошло в план ближайшего релиза.',
    'Передали разработчикам.',
    'Сделано, проверьте, пожалуйста.',
    'Предлагаем объединить с похожей заявкой.',
  ],
} as const

/** Writes an entry for each request of the sample, ordered by time; some are not linked to their request. */
export function makeRegistry(making: Making, sample: Request[]): void {
  const numbers = new Map<number, number>()
  let comment = 0
  sample.forEach((request, index) => {
    const year = yearOf(dayOfMoment(request.created_at))
    const inYear = (numbers.get(year) ?? 0) + 1
    numbers.set(year, inYear)
    const entry = entryOf(making, request, index + 1)
    writeEntry(making, entry, `Р-${year}-${String(inYear).padStart(4, '0')}`)
    comment = writeComments(making, entry, comment)
  })
  for (const [year, last] of numbers) making.load.add('registry_numbers', [year, last])
  writeVisits(making)
}

/**
 * Writes visits: people with access first came a month ago and last some days ago, so what has happened since is new to
 * them.
 */
function writeVisits({ random, world, load, today }: Making) {
  for (const person of [...world.staff, ...world.companies.flatMap(({ people }) => people)]) {
    if (!person.can_enter_registry) continue
    const first_at = startOf(today - 30) + random.int(540, 1020) * 60_000
    const last_at = startOf(today - random.int(2, 6)) + random.int(540, 1020) * 60_000
    load.add('registry_visits', [person.id, duringWork(first_at), null, duringWork(last_at)])
  }
}

interface Entry {
  id: number
  request: Request
  isLinked: boolean
  step_id: number
  priority: number | null
  due_date: Day | null
  responsible: Person | null
  boss: Person | null
  created_at: Moment
  updated_at: Moment
}

function entryOf({ random, world, today }: Making, request: Request, id: number): Entry {
  const step_id = random.weighted(stepBy[request.status_id] ?? [])
  const yesterday = startOf(today) - 60_000
  const created_at = Math.min(request.created_at + random.int(1, 300) * 60_000, yesterday)
  const isLate = step_id !== ENTRY.done && step_id !== ENTRY.refused
  return {
    id,
    request,
    isLinked: random.chance(0.62),
    step_id,
    priority: random.weighted([
      [null, 20],
      [1, 15],
      [2, 30],
      [3, 25],
      [4, 10],
    ]),
    due_date: step_id === ENTRY.fresh ? null : dayOfMoment(created_at) + random.int(30, 160),
    responsible: random.chance(0.85) ? random.pick(request.company.people) : null,
    boss: step_id > ENTRY.fresh ? random.pick(world.staff) : null,
    created_at,
    updated_at: soonAfter(random, created_at, Math.min(yesterday, created_at + (isLate ? 30 : 120) * DAY_MS)),
  }
}

function writeEntry(making: Making, entry: Entry, number: string) {
  const { random, load } = making
  const { id, request, isLinked, step_id, priority, due_date, responsible, boss, created_at, updated_at } = entry
  const title = isLinked ? request.e_title : titleFor(random, TYPE.change, request.module)
  const version = announceEntry(making, entry)
  load.add('registry_entries', [
    id,
    number,
    isLinked ? request.id : null,
    request.company.idcomp,
    title,
    textFor(random),
    step_id,
    priority,
    responsible?.id ?? null,
    boss?.id ?? null,
    due_date,
    step_id > 2 && step_id < 6 ? random.int(1, 80) * 60 : null,
    author(request.company, request.author).id,
    version,
    duringWork(created_at),
    duringWork(updated_at),
  ])
}

const author = ({ people }: Company, person: Person): Person => (person.isRivc ? (people[0] ?? person) : person)

/** Records the steps on the way to the current one, and the fields set along it. */
function announceEntry({ random, world, journal, stepNames }: Making, entry: Entry): number {
  const write = journal.of('registry_entry', entry.id)
  const steps = way[entry.step_id] ?? []
  const nameOf = (step_id: number) => stepNames.get(step_id) ?? null
  const person = entry.boss ?? random.pick(world.staff)
  let version = 1
  steps.slice(1).forEach((step_id, index) => {
    const at = entry.created_at + ((entry.updated_at - entry.created_at) * (index + 1)) / (steps.length - 1)
    write({ field: 'step', before: nameOf(steps[index] ?? 0), after: nameOf(step_id), person, at })
    if (index === 0 && entry.boss) write({ field: 'boss', before: null, after: entry.boss.name, person, at })
    if (index === 0 && entry.due_date)
      write({ field: 'due_date', before: null, after: dayText(entry.due_date), person, at })
    version++
  })
  return version
}

function writeComments(
  { random, load, world, today }: Making,
  { id, request, boss, responsible, created_at }: Entry,
  last: number,
): number {
  const count = random.weighted([
    [0, 30],
    [1, 22],
    [2, 22],
    [3, 14],
    [4, 8],
    [6, 4],
  ])
  let at = created_at
  for (let index = 0; index < count; index++) {
    const side = random.chance(0.5) ? 'client' : 'rivc'
    const person =
      side === 'client' ? (responsible ?? random.pick(request.company.people)) : (boss ?? random.pick(world.staff))
    at = soonAfter(random, at, Math.min(startOf(today) - 60_000, at + 12 * DAY_MS))
    load.add('registry_comments', [++last, id, side, random.pick(talk[side]), person.id, duringWork(at)])
  }
  return last
}
