import { releases } from '@vypusk/contract'
import { schedule, type Calendar } from '../../platform/working-days.ts'

/** What is known of one company of a release; the agreement's fields are null when there is none. */
export interface CompanyState {
  idcomp: number
  namecomp: string
  agreement_id: number | null
  by_rivc: boolean | null
  by_client: boolean | null
  isPublishedOnTestEnv: boolean | null
  remark: string | null
  /** On the release's not-publishing list. */
  listed: boolean
}

type Approvals = Pick<CompanyState, 'by_rivc' | 'by_client' | 'listed'>

/** product.md, "Customer status": −1 not publishing, else the status of the agreement, 0 when there is none. */
export function customerStatus({ by_rivc, by_client, listed }: Approvals): releases.CustomerStatus {
  if (listed) return -1
  if (!by_rivc) return 0
  return by_client ? 2 : 1
}

const AWAITED = { 0: 'Дата не отправлена клиенту', 1: 'Ждём согласования клиента' } as const

function lacks(company: CompanyState): string[] {
  const status = customerStatus(company)
  if (status === -1) return []
  if (company.agreement_id === null) return ['Нет согласования']
  return [
    ...(status === 2 ? [] : [AWAITED[status]]),
    ...(company.isPublishedOnTestEnv ? [] : ['Не опубликовано на тестовом стенде']),
    ...(company.remark?.trim() ? ['Есть замечание'] : []),
  ]
}

/** product.md, "Readiness": everybody not on the list is at 2, is published on test and has no open remark. */
export function readiness(companies: CompanyState[]): releases.Readiness {
  const expected = companies.filter(({ listed }) => !listed)
  const waiting = expected
    .map((company) => ({ company, reasons: lacks(company) }))
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ company, reasons }) => ({
      idcomp: company.idcomp,
      namecomp: company.namecomp,
      status: customerStatus(company),
      reasons,
    }))
  return {
    ready: waiting.length === 0,
    agreed: expected.filter((company) => customerStatus(company) === 2).length,
    expected: expected.length,
    waiting,
  }
}

const DAY_MS = 24 * 3600 * 1000

interface Planned {
  /** planned_time of each request; null where nobody has estimated it. */
  requests: (number | null)[]
  start_date: string
  planned_time: number
  /** How many are named; nobody counts as one. */
  users: number
}

/** product.md, "Calculation", without the overload: both times have to fit, so the larger decides the day. */
export function calculate({ requests, start_date, planned_time, users }: Planned, calendar: Calendar) {
  const planned_requests_time = requests.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0)
  const people = Math.max(1, users)
  const work = Math.max(planned_requests_time, planned_time)
  return {
    planned_requests_time,
    planned_time,
    difference: planned_time - planned_requests_time,
    start_date,
    people,
    ...schedule({ start_date, work, people }, calendar),
  }
}

export interface StepChange {
  id: number
  step: releases.ReleaseStep
  at: string
  user: { id: number; name: string }
  comment: string | null
}

/**
 * How long a release stood on each step.
 * @param changes oldest first, the release's making among them
 * @param now the moment up to which the present step is counted
 */
export function stays(changes: StepChange[], now: string): releases.StepStay[] {
  return changes.map((change, index) => {
    const left_at = changes[index + 1]?.at ?? null
    const days = Math.floor((Date.parse(left_at ?? now) - Date.parse(change.at)) / DAY_MS)
    return { ...change, left_at, days: Math.max(0, days) }
  })
}

/** Every release begins on «Планирование», whether or not a change of step says so. */
export function fromTheBeginning(changes: StepChange[], created_at: string, user: StepChange['user']): StepChange[] {
  const [first] = changes
  if (first && (first.step.id === releases.planningStep.id || first.at <= created_at)) return changes
  return [{ id: 0, step: releases.planningStep, at: created_at, user, comment: null }, ...changes]
}

/** Line breaks are kept as `<br>`, and only they: the rest of the text is plain. */
export const withBreaks = (text: string) => text.replace(/\r\n?|\n/g, '<br>')

/** The same text with line breaks of its own. */
export const fromBreaks = (text: string) => text.replace(/<br\s*\/?>/gi, '\n')

/** The fields of a release whose changes are kept, with their names. */
export const RELEASE_TITLES = {
  title: 'Название',
  step: 'Этап',
  start_date: 'Дата начала',
  plan_date: 'Плановая дата',
  planned_time: 'Плановые часы',
  short_description: 'Краткое описание',
  is_visible_for_client: 'Виден клиентам',
  modules: 'Модули',
  users: 'Люди',
  companies: 'Компании',
  notPublishingList: 'Не публикуется для',
  requests: 'Заявки',
  files: 'Файлы',
  description: 'Описание',
  terms: 'Правила',
  comment: 'Комментарий',
  deleted_at: 'Удалён',
} as const
