import type { publications, releases } from '@vypusk/contract'

import { packageProblems, strangers, type Uses } from './packages.ts'

/** The facts of a release that a draft names. */
export interface KnownRelease {
  id: number
  title: string
  is_visible_for_client: boolean
  /** Those of its companies that are not hidden. */
  companies: number[]
  modules_ids: number[]
  notPublishingList: number[]
}

export interface KnownUpload {
  id: number
  file_name: string
  /** Whether it was uploaded by the provider's people. */
  isRivc: boolean
  used_in: string[]
}

export interface KnownPerson {
  id: number
  name: string
  email: string | null
  /** Null for staff. */
  idcomp: number | null
  is_blocked?: boolean
}

/** Everything that a draft is checked against. */
export interface DraftFacts {
  releases: Map<number, KnownRelease>
  readiness: Map<number, releases.Readiness>
  uploads: Map<number, KnownUpload>
  people: Map<number, KnownPerson>
  /** The releases of the publication that is corrected; empty if there is none, or it does not exist. */
  corrected: number[]
  /** The modules that the draft's customers use. */
  uses: Uses
}

/** Sentences by field of the draft: `list.0.customers`. */
export type Problems = Record<string, string[]>

type Draft = publications.Draft
type Item = Draft['list'][number]

const naming = (what: string, ids: number[]) => (ids.length > 0 ? [`${what}: ${ids.join(', ')}`] : [])

function fileProblems(ids: number[], uploads: DraftFacts['uploads']): string[] {
  return ids.flatMap((id) => {
    const upload = uploads.get(id)
    if (!upload?.isRivc || upload.used_in.includes('request')) return [`Файл не найден: ${id}`]
    return upload.used_in.includes('publication') ? [`Файл уже опубликован: ${upload.file_name}`] : []
  })
}

function itemProblems(item: Item, known: DraftFacts, isRepeated: boolean) {
  const release = known.releases.get(item.release)
  if (!release) return { release: [`Релиз не найден: ${item.release}`] }
  return {
    release: isRepeated ? [`Релиз указан дважды: ${release.title}`] : [],
    customers:
      item.customers.length === 0
        ? [`Выберите компании для релиза: ${release.title}`]
        : naming('Компании не участвуют в релизе', strangers(item.customers, release.companies)),
    modules: naming('Модулей нет в релизе', strangers(item.modules, release.modules_ids)),
    files: fileProblems(item.files, known.uploads),
    packages: packageProblems(item, known.uses, (id) => known.uploads.get(id)?.file_name ?? String(id)),
  }
}

function recipientProblems({ list, recipients }: Draft, people: DraftFacts['people']) {
  const customers = new Set(list.flatMap((item) => item.customers))
  const isStaff = (id: number) => people.get(id)?.idcomp === null
  const isCustomers = (id: number) => customers.has(people.get(id)?.idcomp ?? 0)
  return {
    'recipients.rivc': naming(
      'Это не сотрудники',
      recipients.rivc.filter((id) => !isStaff(id)),
    ),
    'recipients.clients': naming(
      'Не из компаний публикации',
      recipients.clients.filter((id) => !isCustomers(id)),
    ),
  }
}

/** The releases of the draft that are not ready (product.md, "Readiness"). */
export const unready = (
  { list }: Pick<Draft, 'list'>,
  { releases, readiness }: Pick<DraftFacts, 'releases' | 'readiness'>,
) =>
  list.flatMap((item) => {
    const release = releases.get(item.release)
    return release && !readiness.get(item.release)?.ready ? [release] : []
  })

function reasonProblems(draft: Draft, known: DraftFacts): string[] {
  const titles = unready(draft, known).map(({ title }) => title)
  return titles.length > 0 && !draft.reason ? [`Укажите причину: не готовы к публикации – ${titles.join(', ')}`] : []
}

/** A correction has to be of releases of the corrected publication. */
function correctionProblems({ list, corrects }: Draft, { corrected, releases }: DraftFacts): string[] {
  if (corrects === undefined) return []
  if (corrected.length === 0) return [`Исправляемая публикация не найдена: ${corrects}`]
  const others = list.filter(({ release }) => !corrected.includes(release))
  const titles = others.map(({ release }) => releases.get(release)?.title ?? String(release))
  return titles.length > 0 ? [`В исправляемой публикации нет релиза: ${titles.join(', ')}`] : []
}

/** The errors of a draft, by field; empty if it may be published. */
export function problemsOf(draft: Draft, known: DraftFacts): Problems {
  const named = draft.list.map((item) => item.release)
  const ofItems = draft.list.flatMap((item, n) => {
    const problems = itemProblems(item, known, named.indexOf(item.release) !== n)
    return Object.entries(problems).map(([field, sentences]) => [`list.${n}.${field}`, sentences] as const)
  })
  const others = {
    ...recipientProblems(draft, known.people),
    reason: reasonProblems(draft, known),
    corrects: correctionProblems(draft, known),
  }
  return Object.fromEntries([...ofItems, ...Object.entries(others)].filter(([, sentences]) => sentences.length > 0))
}

type Listed = Pick<Item, 'customers' | 'notPublishingList'>

/** The companies that get nothing: those on the release's list, and customers that the draft leaves out itself. */
export const listed = (
  { customers, notPublishingList }: Listed,
  release: Pick<KnownRelease, 'notPublishingList'>,
): number[] => [
  ...new Set([...release.notPublishingList, ...customers.filter((idcomp) => notPublishingList.includes(idcomp))]),
]

/** The companies that a release is handed to, be it hidden for now: customers that are not listed. */
const handedTo = (item: Listed, release: Pick<KnownRelease, 'notPublishingList'>) =>
  strangers(item.customers, listed(item, release))

/** The companies that get a release now; nobody if it is hidden. */
export const reached = (
  item: Listed,
  release: Pick<KnownRelease, 'is_visible_for_client' | 'notPublishingList'>,
): number[] => (release.is_visible_for_client ? handedTo(item, release) : [])

const companiesOf = (
  { list }: Pick<Draft, 'list'>,
  releases: DraftFacts['releases'],
  of: (item: Item, release: KnownRelease) => number[],
): number[] => [
  ...new Set(
    list.flatMap((item) => {
      const release = releases.get(item.release)
      return release ? of(item, release) : []
    }),
  ),
]

/** The companies that get at least one release of the draft. */
export const audienceOf = (draft: Pick<Draft, 'list'>, { releases }: Pick<DraftFacts, 'releases'>): number[] =>
  companiesOf(draft, releases, reached)

/** The companies that get releases of the draft only once these are shown. */
export function laterAudienceOf(draft: Pick<Draft, 'list'>, known: Pick<DraftFacts, 'releases'>): number[] {
  const now = new Set(audienceOf(draft, known))
  return companiesOf(draft, known.releases, handedTo).filter((id) => !now.has(id))
}

/**
 * The people who will get a letter, now or once a hidden release is shown: those with an address (brief, section 5), of
 * the provider or of a company that gets something.
 */
export function addressees(
  draft: Pick<Draft, 'list' | 'recipients'>,
  { releases, people }: Pick<DraftFacts, 'releases' | 'people'>,
): KnownPerson[] {
  const ids = [...new Set([...draft.recipients.rivc, ...draft.recipients.clients])]
  const companies = new Set(companiesOf(draft, releases, handedTo))
  return ids.flatMap((id) => {
    const person = people.get(id)
    const reachable = person?.email && (person.idcomp === null || companies.has(person.idcomp))
    return person && reachable ? [person] : []
  })
}
