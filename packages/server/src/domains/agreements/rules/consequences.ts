import { msSince } from '../../../platform/elapsed.ts'

/**
 * The consequences of a change for a company that may already have been asked (docs/decisions/0059). One table covers
 * every kind of change: the listener applies it, and screens show it before anything is saved.
 */

/** How far the question has come: nobody outside was asked, somebody was, or the company has agreed. */
export type Heard = 'unheard' | 'heard' | 'agreed'

export const changes = [
  'release_deleted',
  'agreement_deleted',
  'brought_back',
  'company_off',
  'company_listed',
  'company_hidden',
  'company_on',
  'withdrawn_by_hand',
  'release_hidden',
  'date_moved',
  'plan_date_passed',
  'date_passed',
  'nobody_left',
  'day_closed',
  'release_closed',
  'release_reopened',
] as const
export type Change = (typeof changes)[number]

/**
 * - `nothing`: stays as it is, and nobody is notified
 * - `gone`: deleted without notifying anybody
 * - `left_out`: the company is on the not-publishing list (status −1), and nobody is notified
 * - `withdrawn`: approvals, offer and links end, and everybody who was asked is notified of the reason
 * - `not_asked`: present with status 0; what was asked or agreed before is withdrawn
 * - `offered`: stays, and the screen offers to withdraw it
 * - `moved`: the date moves as in api.md, both approvals are cleared, an open offer lapses
 * - `marked`: stays, and waits for staff
 * - `unanswerable`: the company can no longer agree but may offer another date; waits for staff
 * - `shown`: stays, and both sides see it
 * - `called_off`: stays, and everybody who was asked is notified that nothing is going to be installed
 * - `resumed`: stays, and the same people are notified that it goes on
 */
export type Consequence =
  | 'nothing'
  | 'gone'
  | 'left_out'
  | 'withdrawn'
  | 'not_asked'
  | 'offered'
  | 'moved'
  | 'marked'
  | 'unanswerable'
  | 'shown'
  | 'called_off'
  | 'resumed'

type Row = Readonly<Record<Heard, Consequence>>

const table: Readonly<Record<Change, Row>> = {
  release_deleted: { unheard: 'gone', heard: 'withdrawn', agreed: 'withdrawn' },
  agreement_deleted: { unheard: 'gone', heard: 'withdrawn', agreed: 'withdrawn' },
  brought_back: { unheard: 'not_asked', heard: 'not_asked', agreed: 'not_asked' },
  company_off: { unheard: 'gone', heard: 'withdrawn', agreed: 'withdrawn' },
  company_listed: { unheard: 'left_out', heard: 'withdrawn', agreed: 'withdrawn' },
  company_hidden: { unheard: 'gone', heard: 'withdrawn', agreed: 'withdrawn' },
  company_on: { unheard: 'not_asked', heard: 'not_asked', agreed: 'not_asked' },
  withdrawn_by_hand: { unheard: 'nothing', heard: 'withdrawn', agreed: 'withdrawn' },
  release_hidden: { unheard: 'nothing', heard: 'offered', agreed: 'offered' },
  date_moved: { unheard: 'nothing', heard: 'moved', agreed: 'moved' },
  plan_date_passed: { unheard: 'nothing', heard: 'marked', agreed: 'marked' },
  date_passed: { unheard: 'nothing', heard: 'unanswerable', agreed: 'nothing' },
  nobody_left: { unheard: 'nothing', heard: 'marked', agreed: 'nothing' },
  day_closed: { unheard: 'shown', heard: 'shown', agreed: 'shown' },
  release_closed: { unheard: 'nothing', heard: 'called_off', agreed: 'called_off' },
  release_reopened: { unheard: 'nothing', heard: 'resumed', agreed: 'resumed' },
}

/** What does not happen to a company that has the release. */
const NOT_ONCE_HANDED = new Set<Consequence>(['withdrawn', 'not_asked', 'gone', 'called_off', 'resumed'])

/**
 * Returns the consequence of a change for one agreement.
 * @param published the release was handed over to the company: nothing is withdrawn or called off after that, except
 * when the agreement is deleted
 */
export function consequenceOf(change: Change, state: Heard, published: boolean): Consequence {
  const consequence = table[change][state]
  return published && NOT_ONCE_HANDED.has(consequence) && change !== 'agreement_deleted' ? 'nothing' : consequence
}

/** What nothing is done for at once: screens show it, and somebody decides. */
const ONLY_SHOWN = new Set<Consequence>(['nothing', 'offered', 'marked', 'unanswerable', 'shown'])

/** Whether a change ends or announces anything for any agreement, or is only shown. */
export const isCarriedOut = (change: Change): boolean =>
  Object.values(table[change]).some((consequence) => !ONLY_SHOWN.has(consequence))

interface AnswerState {
  by_rivc: boolean
  by_client: boolean
  heard_at: string | null
}

/** Returns how far the question has come. A date that was sent counts as heard, whatever `heard_at` contains. */
export function heardOf({ by_rivc, by_client, heard_at }: AnswerState): Heard {
  if (by_client) return 'agreed'
  return by_rivc || heard_at !== null ? 'heard' : 'unheard'
}

/** Checks whether the consequence withdraws something that people outside know of. */
export const isWithdrawal = (consequence: Consequence, state: Heard): boolean =>
  consequence === 'withdrawn' || (consequence === 'not_asked' && state !== 'unheard')

/**
 * How long the letters of a withdrawal are held back, in seconds; until then the act can be undone together with them.
 */
export const HELD_SECONDS = 60

/**
 * Whether an act of then can still be undone. One that a clock which was ahead has dated later cannot: its letters are
 * held no longer.
 */
export const isUndoable = (at: string, now: string): boolean => msSince(at, Date.parse(now)) < HELD_SECONDS * 1000

/** The fields of a release whose changes have consequences for companies. */
export interface ReleaseState {
  companies: number[]
  notPublishingList: number[]
  is_visible_for_client: boolean
  plan_date: string
  is_closed: boolean
}

/** Picks the fields whose changes have consequences. */
export const releaseStateOf = (release: ReleaseState): ReleaseState => ({
  companies: release.companies,
  notPublishingList: release.notPublishingList,
  is_visible_for_client: release.is_visible_for_client,
  plan_date: release.plan_date,
  is_closed: release.is_closed,
})

/** Whether a release is for a company what it was: an agreement that was restored would otherwise be an unknown one. */
export const isSameFor = (company: number, before: ReleaseState, now: ReleaseState): boolean =>
  before.is_closed === now.is_closed &&
  before.companies.includes(company) === now.companies.includes(company) &&
  before.notPublishingList.includes(company) === now.notPublishingList.includes(company)

export const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id))

interface Reached {
  change: Change
  companies: number[] | 'all'
}

/** What has changed for all companies of the release. */
function changesForAll(before: ReleaseState, after: ReleaseState): Reached[] {
  const happened: [change: Change, has: boolean][] = [
    ['release_hidden', before.is_visible_for_client && !after.is_visible_for_client],
    ['plan_date_passed', after.plan_date > before.plan_date],
    ['release_closed', !before.is_closed && after.is_closed],
    ['release_reopened', before.is_closed && !after.is_closed],
  ]
  return happened.flatMap(([change, has]) => (has ? [{ change, companies: 'all' as const }] : []))
}

/**
 * Returns what a change of a release means for its companies, naming each company once per change.
 * @param before null when the release did not exist
 * @param after null when the release no longer exists
 * @returns companies by change; `all` stands for every company that has an agreement
 */
export function changesOfRelease(before: ReleaseState | null, after: ReleaseState | null): Reached[] {
  if (before && !after) return [{ change: 'release_deleted', companies: 'all' }]
  if (!before && after) return [{ change: 'brought_back', companies: 'all' }]
  if (!before || !after) return []
  const off = without(before.companies, after.companies)
  const listed = without(after.notPublishingList, before.notPublishingList)
  const back = without(before.notPublishingList, after.notPublishingList)
  const on = [...without(after.companies, before.companies), ...without(back, off)]
  const all: Reached[] = [
    { change: 'company_off', companies: off },
    { change: 'company_listed', companies: listed },
    { change: 'company_on', companies: [...new Set(on)] },
    ...changesForAll(before, after),
  ]
  return all.filter(({ companies }) => companies === 'all' || companies.length > 0)
}

/** Whether companies that were told nothing of the release, because it was hidden or closed, are told of it again. */
export const isOpenAgain = (before: ReleaseState | null, after: ReleaseState | null): boolean =>
  before !== null &&
  after !== null &&
  ((!before.is_visible_for_client && after.is_visible_for_client) || (before.is_closed && !after.is_closed))

/** What happened, as staff and the history read it. */
export const CHANGE_NAMES: Readonly<Record<Change, string>> = {
  release_deleted: 'Релиз отменён',
  agreement_deleted: 'Согласование удалено',
  brought_back: 'Релиз возвращён, о дате спросят заново',
  company_off: 'Компания больше не участвует в релизе',
  company_listed: 'Релиз не публикуется для компании',
  company_hidden: 'Компания скрыта и больше не участвует в релизах',
  company_on: 'Компания снова участвует в релизе, о дате спросят заново',
  withdrawn_by_hand: 'Согласование снято',
  release_hidden: 'Релиз скрыт',
  date_moved: 'Дата перенесена',
  plan_date_passed: 'Плановая дата релиза позже согласованной',
  date_passed: 'Дата прошла',
  nobody_left: 'Некому ответить',
  day_closed: 'День закрыт для установок',
  release_closed: 'Релиз закрыт, устанавливать его не будут',
  release_reopened: 'Релиз снова в работе',
}

const TO_COMPANY: Partial<typeof CHANGE_NAMES> = {
  company_off: 'Ваша компания больше не участвует в релизе',
  company_listed: 'Релиз не публикуется для вашей компании',
  company_hidden: 'Ваша компания больше не участвует в релизах',
  company_on: 'Ваша компания снова участвует в релизе, о дате спросят заново',
}

/** The same, as the company reads it. */
export const saidToCompany = (change: Change): string => TO_COMPANY[change] ?? CHANGE_NAMES[change]

/** How a company and a release stand now. */
interface Present {
  /** The release exists. */
  is_there: boolean
  /** The company is one of its companies, neither hidden nor on its not-publishing list. */
  takes_part: boolean
}

/** What was undone since a change ended an agreement, as staff or the company read it; null while it still holds. */
export function afterwards(change: string, { is_there, takes_part }: Present, isStaff: boolean): string | null {
  if (!is_there) return null
  const isOfCompany = change === 'company_off' || change === 'company_listed' || change === 'company_hidden'
  const undone = change === 'release_deleted' ? 'brought_back' : isOfCompany && takes_part ? 'company_on' : null
  return undone && (isStaff ? CHANGE_NAMES[undone] : saidToCompany(undone))
}
