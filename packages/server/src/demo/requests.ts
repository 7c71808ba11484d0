import { type Backlog, backlogFor, writeIssues } from './backlog.ts'
import type { Value } from './binary.ts'
import { tableBytes } from './files.ts'
import type { Company, Module } from './people.ts'
import type { Random } from './random.ts'
import { isDone, type Release, releasesByModule, STEP } from './releases.ts'
import { type Making, type Request, STATUS, TYPE } from './request.ts'
import { type Day, dayOfMoment, type Moment, duringWork, startOf } from './time.ts'
import { descriptionFor, longTitle, textFor, titleFor } from './titles.ts'
import { origin, writeOrigin } from './trackers.ts'

const SLICE = 50
const FILES_AT_MOST = 250

/**
 * Generates requests in order of time and writes each at once, so that memory use does not depend on their number.
 * @returns a sample of them, spread over the whole time
 */
export async function makeRequests(making: Making, samples: number): Promise<Request[]> {
  const { random, count, load } = making
  const arrival = arrivals(making)
  const nextRelease = releaseChooser(making)
  const nextCompany = random.chooser(
    making.world.companies.map((company, index) => [company, 1 / (1 + index * 0.05)] as const),
  )
  const sampleEvery = Math.max(1, Math.floor(count / samples))
  const fileEvery = Math.max(40, Math.ceil(count / FILES_AT_MOST))
  const sample: Request[] = []
  for (let id = 1; id <= count; id++) {
    const request = draw(making, id, arrival(id), nextCompany(), nextRelease)
    writeRequest(making, request)
    if (id % sampleEvery === 0) sample.push(request)
    if (id % fileEvery === 0) attach(making, request)
    if (id % SLICE === 0) {
      await load.breathe()
      making.onProgress(id)
    }
  }
  return sample
}

/** Moments on working days in order, becoming denser towards today. */
function arrivals({ random, world, calendar, today, count }: Making): (id: number) => Moment {
  const days: Day[] = []
  for (let day = world.since; day < today; day++) if (calendar.isWorking(day)) days.push(day)
  return (id) => {
    const position = ((id - random.next()) / count) ** 0.85 * days.length
    const day = days[Math.floor(position)] ?? today - 1
    return startOf(day + (position % 1))
  }
}

type ChooseRelease = (module: Module, company: Company, created: Day, isUrgent: boolean) => Release | null

/**
 * Chooses the module's next release that begins some time after the request was made, if the request gets into one at
 * all.
 */
function releaseChooser({ random, releases }: Making): ChooseRelease {
  const byModule = releasesByModule(releases)
  return (module, company, created, isUrgent) => {
    if (!random.chance(isUrgent ? 0.92 : 0.74)) return null
    const ready = created + (isUrgent ? random.int(1, 10) : random.int(5, 60))
    const found = byModule.get(module.idmod)?.find(({ start_date }) => start_date >= ready)
    if (!found || found.notPublishing.includes(company)) return null
    return found.step_id === STEP.planning && random.chance(0.5) ? null : found
  }
}

function draw(making: Making, id: number, created_at: Moment, company: Company, nextRelease: ChooseRelease): Request {
  const { random, world } = making
  const module = random.pick(company.modules)
  const type_id = random.weighted([
    [TYPE.change, 52],
    [TYPE.error, 28],
    [TYPE.question, 12],
    [TYPE.data, 8],
  ])
  const urgency = random.weighted([
    [1, 62],
    [2, 22],
    [3, 11],
    [4, 5],
  ])
  const release = type_id === TYPE.question ? null : nextRelease(module, company, dayOfMoment(created_at), urgency > 2)
  const title = titleFor(random, type_id, module)
  const e_title = random.chance(0.008) ? longTitle(random, title) : title
  // One in ten was entered by staff after a call.
  const author = random.pick(random.chance(0.1) ? world.staff : company.people)
  return { id, e_title, status_id: 0, type_id, author, company, module, urgency, release, created_at }
}

function writeRequest(making: Making, request: Request) {
  const { random, load, today } = making
  const { release } = request
  request.status_id = release
    ? random.weighted(statusesIn[release.step_id] ?? [[STATUS.closed, 1]])
    : aloneStatus(random, request.type_id, today - dayOfMoment(request.created_at))
  const backlog = backlogFor(making, request)
  if (release) {
    release.requestsTime += backlog.planned_time ?? 0
    if (release.step_id >= STEP.testing && !isDone(release)) {
      release.tried.push({ id: request.id, e_title: request.e_title, idcomp: request.company.idcomp })
    }
    if (release.step_id > STEP.planning) writeIssues(making, request, backlog.planned_time ?? 0)
  }
  load.add('requests', [...ownPart(random, request), ...versionedPart(random, request, backlog), ...origin(request.id)])
  writeOrigin(load, request, duringWork(request.created_at))
}

/** The request's own columns, from id to release_id. */
function ownPart(random: Random, request: Request): Value[] {
  const { id, e_title, status_id, type_id, author, company, module, urgency, release } = request
  const text = random.chance(0.9) ? textFor(random) : ''
  const isPaid = random.chance(0.42)
  const whose = [status_id, type_id, author.id, company.idcomp, module.idmod]
  return [id, e_title, text, ...whose, random.weighted(priorities), urgency, isPaid, release?.id]
}

/** The two parts that people edit, and their versions: each stores the request's version at its last save. */
function versionedPart(random: Random, { e_title, release, created_at }: Request, backlog: Backlog): Value[] {
  const { inBacklog, title, planned_time, priority, writes, updated_at } = backlog
  const description = release && random.chance(0.5) ? descriptionFor(random, e_title) : ''
  const isSolo = !random.chance(0.2)
  const version = 1 + writes + (description ? 1 : 0)
  const versions = [writes && 1 + writes, description ? version : 0, version]
  const moments = [duringWork(created_at), duringWork(updated_at)]
  return [description, isSolo, inBacklog, title, planned_time, priority, ...versions, ...moments]
}

const priorities = [
  [null, 26],
  [1, 8],
  [2, 15],
  [3, 27],
  [4, 16],
  [5, 8],
] as const

/** Statuses of a release's requests, with weights, by its step. */
const statusesIn: Record<number, (readonly [number, number])[]> = {
  [STEP.planning]: [
    [STATUS.estimate, 78],
    [STATUS.fresh, 10],
    [STATUS.work, 12],
  ],
  [STEP.development]: [
    [STATUS.work, 74],
    [STATUS.done, 20],
    [STATUS.estimate, 6],
  ],
  [STEP.testing]: [
    [STATUS.work, 42],
    [STATUS.done, 58],
  ],
  [STEP.agreement]: [
    [STATUS.done, 92],
    [STATUS.work, 8],
  ],
  [STEP.preparation]: [[STATUS.done, 1]],
  [STEP.published]: [[STATUS.done, 1]],
  [STEP.closed]: [[STATUS.closed, 1]],
}

/** Status of a request that is in no release, by its age in days. */
function aloneStatus(random: Random, type_id: number, age: number): number {
  if (type_id === TYPE.question || type_id === TYPE.data) {
    if (age < 12)
      return random.weighted([
        [STATUS.fresh, 40],
        [STATUS.work, 30],
        [STATUS.closed, 30],
      ])
    return random.weighted([
      [STATUS.closed, 84],
      [STATUS.refused, 10],
      [STATUS.done, 6],
    ])
  }
  if (age < 60)
    return random.weighted([
      [STATUS.fresh, 55],
      [STATUS.estimate, 38],
      [STATUS.refused, 7],
    ])
  if (age < 200)
    return random.weighted([
      [STATUS.fresh, 22],
      [STATUS.estimate, 46],
      [STATUS.refused, 20],
      [STATUS.closed, 12],
    ])
  return random.weighted([
    [STATUS.refused, 48],
    [STATUS.closed, 38],
    [STATUS.estimate, 10],
    [STATUS.fresh, 4],
  ])
}

function attach({ random, load, files }: Making, request: Request) {
  const names = ['Пример.csv', 'Выгрузка за месяц.csv', 'Список "спорных" документов [черновик].csv', 'Ошибка.csv']
  const { id: file_id } = files.add({
    file_name: random.pick(names),
    version: '',
    bytes: tableBytes(random),
    uploaded: request.created_at,
    uploaded_by: request.author.id,
  })
  load.add('request_files', [request.id, file_id])
}
