import type { Loader } from './copy.ts'
import type { Journal, JournalRecord } from './journal.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { namedBy, type Release, STEP } from './releases.ts'
import { dayForPeople, dayText, type Moment, duringWork } from './time.ts'
import { escapeHtml } from './titles.ts'

const terms = [
  'Установка в нерабочее время, система недоступна до 40 минут.',
  'Перед установкой снимается резервная копия, откат – по решению дежурного администратора.',
  'Обновление устанавливается без остановки, пользователям достаточно заново войти.',
  'После установки администратору нужно один раз выполнить пересчёт итогов.',
]
const comments = [
  'Проверить на копии базы крупнейшего клиента до отправки согласований.',
  'Часть задач переносится из прошлого релиза, трудоёмкость уточнена с разработкой.',
  'Клиенты просили не ставить в последнюю неделю квартала.',
  '',
  '',
]
const stepComments = ['Сборка передана', 'По итогам планёрки', 'Замечаний нет', 'Ждём подтверждения по двум задачам']
const reasons = [
  'Модуль выведен из эксплуатации',
  'Обновляются раз в полгода',
  'Идёт переезд на новый сервер',
  'Договор на паузе',
]

interface Writing {
  random: Random
  load: Loader
  journal: Journal
  /** Names of the release steps by id. */
  releaseSteps: ReadonlyMap<number, string>
}

/** A step taken, with its author and comment. */
interface StepTaken {
  step_id: number
  at: Moment
  person: Person
  comment: string | undefined
}

/** Writes the releases and everything that belongs to them; call it when their requests and publications are known. */
export function writeReleases(writing: Writing, releases: Release[]): void {
  const { random, load } = writing
  let change = 0
  for (const release of releases) {
    const steps = release.steps.map(({ step_id, at }): StepTaken => {
      const person = random.chance(0.7) ? release.author : random.pick(release.users)
      return {
        step_id,
        at,
        person,
        comment: step_id > 0 && random.chance(0.12) ? random.pick(stepComments) : undefined,
      }
    })
    writeRelease(writing, release, steps)
    for (const { step_id, at, person, comment } of steps) {
      load.add('release_step_changes', [++change, release.id, step_id, comment, person.id, duringWork(at)])
    }
    writeLinks(random, load, release)
  }
}

function writeLinks(random: Random, load: Loader, release: Release) {
  for (const { idmod } of release.modules) load.add('release_modules', [release.id, idmod])
  for (const { idcomp } of namedBy(release)) load.add('release_companies', [release.id, idcomp])
  for (const { id } of release.users) load.add('release_users', [release.id, id])
  for (const { idcomp } of release.notPublishing) {
    const at = duringWork(Math.max(release.created_at, (release.steps[1]?.at ?? release.created_at) - 3_600_000))
    load.add('not_publishing_list', [release.id, idcomp, random.pick(reasons), release.author.id, at])
  }
}

function writeRelease(writing: Writing, release: Release, steps: StepTaken[]) {
  const { random, load, journal } = writing
  const planned_time = plannedTime(random, release)
  const is_visible = release.step_id >= STEP.testing || (release.step_id === STEP.development && random.chance(0.7))
  const changes = [...stepChanges(writing, steps), ...fieldChanges(random, release, planned_time, is_visible)]
  changes.toSorted((a, b) => a.at - b.at).forEach(journal.of('release', release.id))
  const updated_at = duringWork(steps.at(-1)?.at ?? release.created_at)
  load.add('releases', [
    release.id,
    release.title,
    release.start_date,
    release.plan_date,
    planned_time,
    shortDescription(release),
    is_visible,
    description(random, release),
    termsOf(random, release),
    random.pick(comments),
    release.step_id,
    release.author.id,
    1 + changes.length,
    duringWork(release.created_at),
    updated_at,
    release.published_at === null ? null : duringWork(release.published_at),
  ])
}

/** Whole hours, about what the requests need; some releases are given less than that. */
function plannedTime(random: Random, { requestsTime }: Release): number {
  return Math.round((requestsTime * (0.88 + random.next() * 0.3)) / 60) * 60
}

const shortDescription = ({ modules, build }: Release): string =>
  `Изменения по модулям: ${modules.map(({ namemod }) => namemod).join(', ')}.<br>Сборка ${build}.`

function description(random: Random, release: Release): string {
  if (release.step_id < STEP.testing && random.chance(0.6)) return ''
  const items = release.modules.map(
    ({ namemod }) => `<li>${escapeHtml(namemod)}: исправлены ошибки, добавлены запрошенные формы</li>`,
  )
  return `<p>Релиз готовится к установке ${dayForPeople(release.plan_date)}.</p><ul>${items.join('')}</ul>`
}

function termsOf(random: Random, release: Release): string {
  if (release.step_id < STEP.development) return ''
  return random
    .some(terms, random.int(1, 3))
    .map((term) => `<p>${term}</p>`)
    .join('')
}

function stepChanges({ releaseSteps }: Writing, steps: StepTaken[]): JournalRecord[] {
  const nameOf = (step: StepTaken | undefined) => (step && releaseSteps.get(step.step_id)) ?? null
  return steps.slice(1).map((step, index) => {
    const { person, at, comment } = step
    return { field: 'step', before: nameOf(steps[index]), after: nameOf(step), person, at, note: comment }
  })
}

/** Other changes since the release was created, ending with its current values. */
function fieldChanges(random: Random, release: Release, planned_time: number, is_visible: boolean): JournalRecord[] {
  const { author, first_plan_date, plan_date, steps, users } = release
  const begun = steps[1]?.at ?? release.created_at
  const changes: JournalRecord[] = []
  const less = planned_time - random.int(1, 40) * 60
  if (less > 0 && random.chance(0.4)) {
    changes.push({ field: 'planned_time', before: less, after: planned_time, person: author, at: release.created_at })
  }
  if (is_visible) {
    changes.push({ field: 'is_visible_for_client', before: false, after: true, person: author, at: begun + 60_000 })
  }
  if (plan_date !== first_plan_date) {
    const at = Math.max(begun + 120_000, begun + ((steps.at(-1)?.at ?? begun) - begun) * 0.6)
    const [before, after] = [dayText(first_plan_date), dayText(plan_date)]
    changes.push({ field: 'plan_date', before, after, person: random.pick(users), at })
  }
  return changes
}
