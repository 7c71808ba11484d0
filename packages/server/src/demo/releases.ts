import type { Company, Module, Person, World } from './people.ts'
import type { Random } from './random.ts'
import type { Size } from './size.ts'
import { type Day, dayText, momentOf, type Moment, monthOf, startOf, type WorkCalendar } from './time.ts'

/** Ids of release_steps from the migrations. */
export const STEP = {
  planning: 0,
  development: 1,
  testing: 2,
  agreement: 3,
  preparation: 4,
  published: 5,
  closed: 6,
} as const

export interface Release {
  id: number
  title: string
  modules: Module[]
  companies: Company[]
  /** Companies on the not-publishing list. */
  notPublishing: Company[]
  users: Person[]
  author: Person
  start_date: Day
  plan_date: Day
  /** The plan date before it was put off; the same as `plan_date` if it was not. */
  first_plan_date: Day
  created_at: Moment
  /** When each step was entered, in order; the last one is the release's current step. */
  steps: { step_id: number; at: Moment }[]
  step_id: number
  published_at: Moment | null
  /** The installed build: «5.8.2». */
  build: string
  /** Requests that companies try while the release is unfinished; filled while requests are generated. */
  tried: { id: number; e_title: string; idcomp: number }[]
  /** In minutes, the sum over its requests; grows while they are generated. */
  requestsTime: number
}

interface Surroundings {
  random: Random
  world: World
  calendar: WorkCalendar
  /** Everything happened before this day. */
  today: Day
}

/** How far ahead releases are planned, in days. */
const AHEAD = 125
/** How long after the first request the first release comes, in days. */
const WARM_UP = 80
/** Below one, so that releases become more frequent over time. */
const BUSIER = 0.7

/** Plans releases from the first months to the coming ones, ordered by date. */
export function planReleases(around: Surroundings, size: Size): Release[] {
  const { random, world, today } = around
  const first = today - size.days + WARM_UP
  const span = today + AHEAD - first
  const turns = moduleTurns(random, world.modules)
  return Array.from({ length: size.releases }, (_, index) => {
    const wanted = Math.round(first + span * ((index + random.next() * 0.8) / size.releases) ** BUSIER)
    return planRelease(around, index + 1, wanted, turns())
  })
}

/** Every module gets its release in turn; modules of the same system are released together. */
function moduleTurns(random: Random, modules: Module[]): () => Module[] {
  let queue: Module[] = []
  return () => {
    if (queue.length === 0) queue = shuffled(random, modules)
    const [first, ...rest] = queue
    if (!first) throw new Error('no modules')
    const count = random.weighted([
      [1, 35],
      [2, 45],
      [3, 20],
    ])
    const together = [first, ...rest.filter(({ idsys }) => idsys === first.idsys).slice(0, count - 1)]
    queue = rest.filter((module) => !together.includes(module))
    return together
  }
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

/** Filled while requests are generated. */
const nothingYet = (): Pick<Release, 'tried' | 'requestsTime'> => ({ tried: [], requestsTime: 0 })

function planRelease(
  { random, world, calendar, today }: Surroundings,
  id: number,
  wanted: Day,
  modules: Module[],
): Release {
  const first_plan_date = calendar.onOrAfter(wanted)
  // One in seven of the started releases was put off once.
  const put_off = random.chance(0.15) ? calendar.shift(first_plan_date, random.int(3, 8)) : first_plan_date
  const start_date = calendar.shift(first_plan_date, -random.int(30, 60))
  const created_at = momentOf(
    random,
    Math.min(calendar.shift(start_date, -random.int(8, 25)), today - random.int(1, 12)),
  )
  const steps = stepsOf(random, calendar, { created_at, start_date, plan_date: put_off, today })
  const companies = [...new Set(modules.flatMap((module) => module.companies))].toSorted((a, b) => a.idcomp - b.idcomp)
  const step_id = steps.at(-1)?.step_id ?? STEP.planning
  // There must always be two companies to agree with; the demo clients never refuse a release.
  const notPublishing =
    step_id < STEP.testing ? [] : companies.slice(2).filter(({ idcomp }) => idcomp > 2 && random.chance(0.06))
  const active = world.staff.filter(({ is_blocked }) => !is_blocked)
  return {
    id,
    title: titleOf(first_plan_date, modules),
    modules,
    companies,
    notPublishing,
    users: random.some(active, random.int(2, 5)),
    author: random.chance(0.25) ? (active[1] ?? random.pick(active)) : random.pick(active),
    start_date,
    plan_date: step_id > STEP.planning ? put_off : first_plan_date,
    first_plan_date,
    created_at,
    steps,
    step_id,
    published_at: steps.find((step) => step.step_id === STEP.published)?.at ?? null,
    build: buildOf(first_plan_date),
    ...nothingYet(),
  }
}

/** For each step, the share of the time from start to plan date at which it begins. */
const pace: [step: number, share: number][] = [
  [STEP.development, 0],
  [STEP.testing, 0.4],
  [STEP.agreement, 0.58],
  [STEP.preparation, 0.88],
  [STEP.published, 1],
]

interface Way {
  created_at: Moment
  start_date: Day
  plan_date: Day
  today: Day
}

/** The steps already taken. Some releases progress more slowly than planned; near today those are the overdue ones. */
function stepsOf(random: Random, calendar: WorkCalendar, way: Way): Release['steps'] {
  const steps: Release['steps'] = [{ step_id: STEP.planning, at: way.created_at }]
  const length = (way.plan_date - way.start_date) * (random.chance(0.2) ? 1.08 + random.next() * 0.3 : 1)
  const days = pace.map(([step_id, share]) => ({
    step_id,
    day: calendar.onOrAfter(Math.round(way.start_date + length * share)),
  }))
  const published = days.at(-1)?.day ?? way.plan_date
  days.push({ step_id: STEP.closed, day: calendar.onOrAfter(published + random.int(18, 40)) })
  for (const { step_id, day } of days) {
    const at = momentOf(random, day)
    if (at >= startOf(way.today)) break
    // Keeps the order of two steps on one day.
    steps.push({ step_id, at: Math.max(at, (steps.at(-1)?.at ?? at) + 60_000) })
  }
  return steps
}

/** «6.11.16» for 16 November 2026: later releases of a module get higher versions. */
function buildOf(plan_date: Day): string {
  const [year = 0, ...rest] = dayText(plan_date).split('-').map(Number)
  return [year - 2020, ...rest].join('.')
}

/** For example «2026.12 «Договоры и расчёты»». */
function titleOf(plan_date: Day, modules: Module[]): string {
  const [first = '', ...rest] = modules.map(({ namemod }) => namemod)
  const others = rest.map((name) => name.slice(0, 1).toLowerCase() + name.slice(1))
  const last = others.pop()
  const names = last ? `${[first, ...others].join(', ')} и ${last}` : first
  return `${monthOf(plan_date)} «${names}»`
}

/** The releases of each module ordered by start, so that a request finds the next one. */
export function releasesByModule(releases: Release[]): Map<number, Release[]> {
  const found = new Map<number, Release[]>()
  for (const release of releases.toSorted((a, b) => a.start_date - b.start_date)) {
    for (const { idmod } of release.modules) found.set(idmod, [...(found.get(idmod) ?? []), release])
  }
  return found
}

/** Every third release still in planning has requests of companies that it does not name. */
const UNNAMED_EVERY = 3
const UNNAMED = 3

/** The companies that the release's row names, including those of the demo clients. */
export const namedBy = ({ id, step_id, companies }: Pick<Release, 'id' | 'step_id' | 'companies'>): Company[] =>
  step_id === STEP.planning && id % UNNAMED_EVERY === 0
    ? companies.filter(({ idcomp }, index) => idcomp <= 2 || index < companies.length - UNNAMED)
    : companies

export const isDone = ({ step_id }: Release) => step_id >= STEP.published
