import { DAY_MS, inLatin } from '@vypusk/contract'
import type { Making as Around } from './agreement-shapes.ts'
import type { Unready } from './agreements.ts'
import { type Files, instructionBytes, packageBytes } from './files.ts'
import { recordHanded, recordTaken } from './handing.ts'
import { addressesOf, type Happening } from './letters.ts'
import type { Company, Person } from './people.ts'
import { canGet, makeReceipts } from './publication-receipts.ts'
import { isDone, type Release, STEP } from './releases.ts'
import { dayOfMoment, type Moment, duringWork } from './time.ts'

interface Making extends Around {
  files: Files
  unready: Unready
  /** Returns the next id of a download. */
  downloadIds: () => number
}

const unreadyReasons = [
  'Клиент не ответил в срок, установка по регламенту',
  'Срочное исправление, согласование дошлют',
  'Подтвердили устно, ждём письма',
]
const terms = ['Остановите службу обмена.', 'Выполните сценарий обновления.', 'Запустите службу обмена.']
/** Copies to remote folders are written for this many days back: older reports of copying are not kept. */
const COPIES_KEPT = 365
const TOGETHER = 3
const DAYS_TO_CORRECT = 3
const WRONG = 'В сборку попал не тот модуль: исправленный комплект выпустим завтра'

/** Releases published on one day go out as one publication, at most three together. */
export async function makePublications(making: Making, releases: Release[]): Promise<void> {
  const done = releases.filter(isDone).toSorted((a, b) => (a.published_at ?? 0) - (b.published_at ?? 0))
  const groups: Release[][] = []
  for (const release of done) {
    const last = groups.at(-1)
    const isSameDay = last?.[0] && dayOf(last[0]) === dayOf(release)
    if (last && isSameDay && last.length < TOGETHER) last.push(release)
    else groups.push([release])
  }
  let item = 0
  // One of the recent publications was taken back, and its files were handed over again.
  const wrong = groups.findLastIndex(
    ([release, other]) => release && !other && dayOf(release) < making.today - DAYS_TO_CORRECT,
  )
  for (const [index, group] of groups.entries()) {
    writePublication(making, group, { id: index + 1, isWrong: index === wrong }, () => ++item)
    await making.load.breathe()
  }
  const group = groups[wrong]
  if (group) writePublication(making, group, { id: groups.length + 1, corrects: wrong + 1 }, () => ++item)
}

const dayOf = ({ published_at }: Release) => dayOfMoment(published_at ?? 0)

/** What happens to a publication, or what it is made for. */
interface Course {
  id: number
  /** Taken back some hours later. */
  isWrong?: boolean
  /** Id of the publication that it corrects, a day later. */
  corrects?: number | null
}

function writePublication(making: Making, group: Release[], course: Course, nextItem: () => number) {
  const { id, isWrong = false, corrects = null } = course
  const { load } = making
  const [first] = group
  if (!first) return
  // All of them were published by this one action.
  const first_at = Math.max(...group.map(({ published_at }) => published_at ?? 0))
  const at = corrects === null ? first_at : first_at + DAY_MS
  for (const release of corrects === null ? group : []) publishedAt(release, at)
  const { author } = first
  const withdrawal = { author, at, withdrawn_at: at + DAY_MS / 2 }
  writeHead(making, group, course, withdrawal)
  const customers = new Set<Company>()
  const sent = group.map((release, idx) => {
    const item = nextItem()
    const own = release.companies.filter((company) => !release.notPublishing.includes(company))
    for (const company of own) customers.add(company)
    const made = writeItem(making, release, { id: item, publication_id: id, idx, at, author, corrects }, own)
    return { release, item, own, filesFor: (company: Company) => made.packages?.get(company) ?? made.files }
  })
  const people = recipientsOf(making, [...customers], group)
  for (const { id: user_id } of people) load.add('publication_recipients', [id, user_id])
  recordHanded(making, { id, author, at, corrects }, sent)
  announce(making, { id, at, author, people, customers: [...customers], isWrong }, sent)
  if (isWrong) recordTaken(making, { id, author, at: withdrawal.withdrawn_at, reason: WRONG }, sent)
}

interface Withdrawal {
  author: Person
  at: Moment
  withdrawn_at: Moment
}

/** Writes the publication's own row and the beginning of its history. */
function writeHead(
  { random, load, journal }: Making,
  group: Release[],
  { id, isWrong = false, corrects = null }: Course,
  { author: person, at, withdrawn_at }: Withdrawal,
) {
  const text = corrects === null ? textOf(random, group) : 'Исправили выгрузку: устанавливайте эти файлы, а не прежние.'
  const taken = isWrong ? [duringWork(withdrawn_at), person.id, WRONG] : [null, null, '']
  load.add('publications', [id, person.id, text, duringWork(at), ...taken, corrects])
  const record = journal.of('publication', id)
  record({ field: 'releases', before: null, after: group.map(({ title }) => title), person, at })
  if (text) record({ field: 'text', before: null, after: text, person, at })
  if (corrects === null) return
  record({ field: 'corrects', before: null, after: corrects, person, at })
  journal.of('publication', corrects)({ field: 'corrected_by', before: null, after: id, person, at })
}

const textOf = (random: Making['random'], group: Release[]) =>
  random.chance(0.7) ? `Опубликованы: ${group.map(({ title }) => title).join('; ')}.` : ''

/** Moves the release's published step to the moment of the publication. */
function publishedAt(release: Release, at: Moment) {
  release.published_at = at
  const step = release.steps.find(({ step_id }) => step_id === STEP.published)
  if (step) step.at = at
}

interface Item {
  id: number
  publication_id: number
  idx: number
  at: Moment
  author: Person
  corrects: number | null
}

function writeItem(making: Making, release: Release, item: Item, customers: Company[]) {
  const { random, load, unready } = making
  const reason = unready.has(release) ? random.pick(unreadyReasons) : null
  const record = making.journal.of('publication', item.publication_id)
  if (reason) record({ field: 'reason', before: null, after: reason, person: item.author, at: item.at })
  const left = release.notPublishing.map(({ idcomp }) => idcomp)
  const kept = writeFiles(making, release, item)
  const packages = packagesOf(release, customers, kept)
  load.add('publication_releases', [
    item.id,
    item.publication_id,
    item.idx,
    release.id,
    left,
    reason,
    packages !== undefined,
  ])
  for (const { idmod } of release.modules) load.add('publication_modules', [item.id, idmod])
  for (const { idcomp } of customers) load.add('publication_customers', [item.id, idcomp])
  for (const { id: file_id } of kept) {
    load.add('publication_files', [item.id, file_id])
    load.add('release_files', [release.id, file_id])
  }
  if (packages) writePackages(making, item.id, release, packages)
  return { files: kept, packages }
}

type Packages = NonNullable<ReturnType<typeof packagesOf>>

function writePackages({ load }: Making, item: number, { modules: [first] }: Release, packages: Packages) {
  const files = new Set([...packages.values()].flat())
  for (const { id: file_id, isOfModule } of files) {
    if (isOfModule && first) load.add('publication_file_modules', [item, file_id, first.idmod])
  }
  for (const [{ idcomp }, own] of packages) {
    for (const { id: file_id } of own) load.add('publication_packages', [item, idcomp, file_id])
  }
}

/** If not all customers use the module that files are named after, those that do not get only the other files. */
function packagesOf({ modules }: Release, customers: Company[], files: StoredFile[]) {
  const [first] = modules
  if (!first || modules.length < 2) return undefined
  const uses = ({ modules: used }: Company) => used.some(({ idmod }) => idmod === first.idmod)
  if (!customers.some(uses) || customers.every(uses)) return undefined
  return new Map(customers.map((company) => [company, files.filter((file) => uses(company) || !file.isOfModule)]))
}

/** A stored file. */
interface StoredFile {
  id: number
  sha256: string
  file_name: string
  /** In bytes. */
  size: number
  /** Named after the release's first module; otherwise for everybody. */
  isOfModule: boolean
}

function writeFiles({ random, files }: Making, release: Release, { at, corrects }: Item): StoredFile[] {
  const { title, modules } = release
  // Both sets are in the same folder.
  const [build, again] = corrects === null ? [release.build, ''] : [`${release.build}.1`, ' исправленная']
  const names = modules.map(({ namemod }) => namemod)
  const common = { version: build, uploaded: at - random.int(5, 50) * 60_000, uploaded_by: release.author.id }
  const base = `${inLatin(names[0] ?? '')}-${build}`
  const all = [
    { ...common, file_name: `${base}.sql.gz`, bytes: packageBytes(title, build, names) },
    {
      ...common,
      file_name: `Инструкция${again} ${title.replace(/[«»]/g, '"')}.txt`,
      bytes: instructionBytes(title, build, terms),
    },
    { ...common, file_name: `${base}-права.sql.gz`, bytes: packageBytes(`${title}: права`, build, names) },
  ]
  return all
    .slice(
      0,
      random.weighted([
        [1, 20],
        [2, 55],
        [3, 25],
      ]),
    )
    .map((file) => ({
      ...files.add(file),
      file_name: file.file_name,
      size: file.bytes.length,
      isOfModule: file.file_name.startsWith(base),
    }))
}

function recipientsOf({ random }: Making, customers: Company[], group: Release[]): Person[] {
  const clients = customers.flatMap(({ people }) => random.some(people.filter(canGet), 2))
  const staff = group.flatMap(({ author, users }) => [author, ...users]).filter(canGet)
  return [...new Set([...staff, ...clients])]
}

interface Announced {
  id: number
  at: Moment
  author: Person
  people: Person[]
  customers: Company[]
  /** Taken back before anybody downloaded it. */
  isWrong: boolean
}
interface PublishedRelease {
  release: Release
  /** Id of its row in the publication. */
  item: number
  own: Company[]
  filesFor: (company: Company) => StoredFile[]
}

function announce(making: Making, { id, at, author, people, customers, isWrong }: Announced, sent: PublishedRelease[]) {
  const titles = sent.map(({ release }) => release.title).join('; ')
  const happening: Happening = {
    kind: 'publication.published',
    entity: 'publication',
    entity_id: id,
    version: 1,
    companies: customers.map(({ idcomp }) => idcomp),
    data: { publication_id: id },
    person: author,
    at,
  }
  making.post.record(happening, {
    subject: `Опубликовано: ${titles}`,
    lines: [`Опубликованы релизы: ${titles}.`, 'Файлы – на странице публикации.'],
    to: addressesOf(people),
  })
  for (const one of sent) {
    if (dayOfMoment(at) > making.today - COPIES_KEPT) making.post.copy(happening, copiesOf(one))
  }
  const items = sent.map(({ item, release, own, filesFor }) => {
    const { id: release_id, title } = release
    return { id: item, release_id, title, own, filesFor }
  })
  if (!isWrong) makeReceipts(making, { id, at, items })
}

const copiesOf = ({ release, own, filesFor }: PublishedRelease) =>
  own.flatMap((company) =>
    filesFor(company).map(({ id, file_name, size }) => ({
      file_id: id,
      idcomp: company.idcomp,
      size,
      path: `${company.short}/${inLatin(release.title)} (${release.id})/${file_name.replaceAll('"', '')}`,
    })),
  )
