import { DAY_MS } from '@vypusk/contract'
import { type Making, type Request, STATUS, TYPE } from './request.ts'
import { type Moment, soonAfter, startOf } from './time.ts'
import { TRACKER } from './trackers.ts'

/** The provider's data of a request, as in its columns. */
export interface Backlog {
  inBacklog: boolean | null
  title: string | null
  /** In minutes. */
  planned_time: number | null
  priority: number | null
  /** How often it was saved. */
  writes: number
  updated_at: Moment
}

const hours = [
  [60, 8],
  [120, 14],
  [240, 18],
  [270, 12],
  [480, 18],
  [720, 7],
  [960, 10],
  [1440, 7],
  [1920, 3],
  [2400, 2],
  [4800, 1],
] as const
const priorities = [
  [null, 52],
  [1, 6],
  [2, 10],
  [3, 15],
  [4, 11],
  [5, 6],
] as const

/** Generates the backlog record and writes its history, which ends with the record's values. */
export function backlogFor(making: Making, request: Request): Backlog {
  const { random } = making
  const inBacklog = request.release ? true : aloneInBacklog(making, request)
  const backlog: Backlog = {
    inBacklog,
    title: null,
    planned_time: null,
    priority: null,
    writes: 0,
    updated_at: lastTouch(making, request),
  }
  if (inBacklog === null) return backlog
  const isEstimated = request.release !== null || random.chance(request.status_id === STATUS.fresh ? 0.15 : 0.6)
  if (isEstimated) backlog.planned_time = random.weighted(hours)
  backlog.priority = random.weighted(priorities)
  if (random.chance(0.09)) backlog.title = `${request.module.namemod}: ${lowerFirst(request.e_title)}`.slice(0, 500)
  record(making, request, backlog)
  return backlog
}

function aloneInBacklog({ random }: Making, { status_id, type_id }: Request): boolean | null {
  if (type_id === TYPE.question) return null
  if (status_id === STATUS.fresh)
    return random.weighted([
      [null, 70],
      [false, 20],
      [true, 10],
    ])
  if (status_id === STATUS.estimate)
    return random.weighted([
      [true, 62],
      [false, 24],
      [null, 14],
    ])
  if (status_id === STATUS.refused)
    return random.weighted([
      [false, 55],
      [null, 45],
    ])
  return random.weighted([
    [null, 60],
    [true, 20],
    [false, 20],
  ])
}

/** When the request was last changed: by the last step of its release, or at its own end. */
function lastTouch({ random, today }: Making, { release, created_at, status_id }: Request): Moment {
  const last = release?.steps.at(-1)?.at
  if (last !== undefined) return Math.max(created_at, last)
  const end = startOf(today) - 60_000
  return status_id === STATUS.fresh
    ? created_at
    : soonAfter(random, created_at, Math.min(end, created_at + 40 * DAY_MS))
}

function record(making: Making, { id, release, created_at }: Request, backlog: Backlog) {
  const { random, world, journal, today } = making
  const write = journal.of('request', id)
  const person = random.pick(world.staff)
  const yesterday = startOf(today) - 60_000
  const beforeWork = release ? Math.min(startOf(release.start_date) + 6 * 3_600_000, yesterday) : yesterday
  const first = soonAfter(random, created_at, Math.min(beforeWork, created_at + 14 * DAY_MS))
  write({ field: 'inBacklog', before: null, after: backlog.inBacklog, person, at: first })
  backlog.writes = 1
  let at = first
  if (backlog.planned_time !== null) {
    at = soonAfter(random, first, Math.min(beforeWork, first + 9 * DAY_MS))
    write({ field: 'planned_time', before: null, after: backlog.planned_time, person, at })
    backlog.writes++
  }
  if (backlog.priority !== null) {
    write({ field: 'backlog_priority', before: null, after: backlog.priority, person, at })
    backlog.writes++
  }
  if (release) {
    at = soonAfter(random, Math.max(at, Math.min(release.created_at, beforeWork)), beforeWork)
    write({ field: 'release_id', before: null, after: release.title, person: release.author, at })
  }
  backlog.updated_at = Math.max(backlog.updated_at, at)
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

const tasks = [
  'Изменить форму',
  'Изменить расчёт',
  'Доработать выгрузку',
  'Проверить на копии базы',
  'Обновить печатную форму',
  'Поправить запрос к базе',
  'Добавить проверку',
  'Написать инструкцию',
  'Добавить настройку',
  'Обновить права',
]

/** Status of a developer's task, with weights, by the status of its request. */
const taskStatuses: Record<number, (readonly [string, number])[]> = {
  [STATUS.fresh]: [['Новая', 1]],
  [STATUS.estimate]: [['Новая', 1]],
  [STATUS.work]: [
    ['В работе', 55],
    ['Новая', 20],
    ['Закрыта', 25],
  ],
}
const closed = [['Закрыта', 1]] as const

/** Writes the developers' tasks under a request; their hours add up to its planned time. */
export function writeIssues({ random, world, load, issueIds }: Making, request: Request, planned_time: number): void {
  const titles = random.some(
    tasks,
    random.weighted([
      [1, 58],
      [2, 30],
      [3, 12],
    ]),
  )
  const share = Math.floor(planned_time / titles.length / 30) * 30
  titles.forEach((title, index) => {
    const planned = index === 0 ? planned_time - share * (titles.length - 1) : share
    const status = random.weighted<string>(taskStatuses[request.status_id] ?? closed)
    const done = status === 'Закрыта' ? 0.6 + random.next() * 0.8 : status === 'В работе' ? random.next() * 0.7 : 0
    const spent = Math.round((planned * done) / 15) * 15
    const id = issueIds()
    const url = `${TRACKER.url}/issues/${id}`
    const cells = [title, status, random.pick(world.staff).name, planned, spent, url]
    load.add('issues', [id, request.id, ...cells, TRACKER.name, String(id)])
  })
}
