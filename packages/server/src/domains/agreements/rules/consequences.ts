/**
 * What a change means for a company that may have been asked (docs/decisions/0059). One table, by which every way of
 * changing goes: the listener carries it out, and screens show it before anything is saved.
 */

/** How far the question has come: nobody outside was written to, somebody was, the company has said yes. */
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
] as const
export type Change = (typeof changes)[number]

/**
 * - `nothing`: stays as it is, and nobody is told
 * - `gone`: not there any more, quietly
 * - `left_out`: the company is at −1, quietly
 * - `withdrawn`: approvals, offer and links end, and whoever was asked is told why
 * - `not_asked`: there, at 0; what was asked or agreed before is withdrawn
 * - `offered`: stays, and the screen offers to withdraw it
 * - `moved`: the date moves as api.md says, both approvals go, an open offer lapses
 * - `marked`: stays, and waits for staff
 * - `unanswerable`: the company cannot say yes any more and may offer another date; waits for staff
 * - `shown`: stays, and both sides see it
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
}

/** @param published the release was handed over to the company: nothing is withdrawn any more, short of deleting it */
export function consequenceOf(change: Change, state: Heard, published: boolean): Consequence {
  const consequence = table[change][state]
  const isEnding = consequence === 'withdrawn' || consequence === 'not_asked' || consequence === 'gone'
  return published && isEnding && change !== 'agreement_deleted' ? 'nothing' : consequence
}

interface AnswerState {
  by_rivc: boolean
  by_client: boolean
  heard_at: string | null
}

/** A date that was sent has been heard of, whatever `heard_at` was filled with. */
export function heardOf({ by_rivc, by_client, heard_at }: AnswerState): Heard {
  if (by_client) return 'agreed'
  return by_rivc || heard_at !== null ? 'heard' : 'unheard'
}

/** Whether the consequence takes something back from people outside. */
export const isWithdrawal = (consequence: Consequence, state: Heard): boolean =>
  consequence === 'withdrawn' || (consequence === 'not_asked' && state !== 'unheard')

/** How long letters of consequences wait, and the act can be taken back with them. */
export const HELD_SECONDS = 60

/** What a release is, as far as its changes mean something to companies; null while there is none. */
export interface ReleaseState {
  companies: number[]
  notPublishingList: number[]
  is_visible_for_client: boolean
  plan_date: string
}

/** Only what its changes mean something by. */
export const releaseStateOf = (release: ReleaseState): ReleaseState => ({
  companies: release.companies,
  notPublishingList: release.notPublishingList,
  is_visible_for_client: release.is_visible_for_client,
  plan_date: release.plan_date,
})

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id))

/**
 * What a change of a release is to its companies, each once.
 * @param before null of a release that was not there; `after` null of one that is not there any more
 * @returns companies by change; `all` stands for every company that has an agreement
 */
export function changesOfRelease(
  before: ReleaseState | null,
  after: ReleaseState | null,
): { change: Change; companies: number[] | 'all' }[] {
  if (before && !after) return [{ change: 'release_deleted', companies: 'all' }]
  if (!before && after) return [{ change: 'brought_back', companies: 'all' }]
  if (!before || !after) return []
  const off = without(before.companies, after.companies)
  const listed = without(after.notPublishingList, before.notPublishingList)
  const back = without(before.notPublishingList, after.notPublishingList)
  const on = [...without(after.companies, before.companies), ...without(back, off)]
  const isHidden = before.is_visible_for_client && !after.is_visible_for_client
  const all: { change: Change; companies: number[] | 'all' }[] = [
    { change: 'company_off', companies: off },
    { change: 'company_listed', companies: listed },
    { change: 'company_on', companies: [...new Set(on)] },
    { change: 'release_hidden', companies: isHidden ? 'all' : [] },
    { change: 'plan_date_passed', companies: after.plan_date > before.plan_date ? 'all' : [] },
  ]
  return all.filter(({ companies }) => companies === 'all' || companies.length > 0)
}

/** What happened, as its company reads it. */
export const CHANGE_NAMES: Readonly<Record<Change, string>> = {
  release_deleted: 'Релиз отменён',
  agreement_deleted: 'Согласование удалено',
  brought_back: 'Релиз возвращён, о дате спросят заново',
  company_off: 'Ваша компания больше не участвует в релизе',
  company_listed: 'Релиз не публикуется для вашей компании',
  company_hidden: 'Ваша компания больше не участвует в релизах',
  company_on: 'Ваша компания снова участвует в релизе, о дате спросят заново',
  withdrawn_by_hand: 'Согласование снято',
  release_hidden: 'Релиз скрыт',
  date_moved: 'Дата перенесена',
  plan_date_passed: 'Плановая дата релиза позже согласованной',
  date_passed: 'Дата прошла',
  nobody_left: 'Некому ответить',
  day_closed: 'День закрыт для установок',
}
