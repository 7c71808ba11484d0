import type { releases } from '@vypusk/contract'

/** What is known of one company of a release; the agreement's fields are null when there is none. */
export interface CompanyState {
  idcomp: number
  namecomp: string
  agreement_id: number | null
  by_rivc: boolean | null
  by_client: boolean | null
  isPublishedOnTestEnv: boolean | null
  remark: string | null
  releaseDate: string | null
  releaseTime: string | null
  sent_at: string | null
  /** Its date is over, by the company's clock. */
  passed: boolean
  /** How far it is with trying its requests; null where there is nothing to try. */
  trials: releases.WaitedFor['trials']
  open_remarks: releases.WaitedFor['open_remarks']
  /** When the release is to be ready. */
  plan_date: string
  /** Somebody of the client's side can be written to. */
  has_addressee: boolean
  /** The date that the client offers and nobody has answered. */
  offer_id: number | null
  /** Why nobody installs on the date: the reason of the closed days it lies in. */
  closed_for: string | null
  /** What it agreed to reads differently by now, and staff have not settled it. */
  scope_changed: boolean
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

interface Rule {
  kind: releases.BlockerKind
  /** Why the company stands in the way, null where it does not; `id` is what to act on, left out it is the agreement. */
  of: (company: CompanyState & { status: releases.CustomerStatus }) => Found | null
  /** It is told and does not keep the release from being ready. */
  onlyWarns?: true
}
type Found = string | { reason: string; id: number }

/**
 * Everything a company can be waited for, a line each (product.md, "Readiness"; docs/decisions/0062), in the order people
 * read it. A company that was not asked at all is waited for by the first line alone.
 */
const RULES: readonly Rule[] = [
  { kind: 'not_asked', of: ({ agreement_id }) => (agreement_id === null ? 'Нет согласования' : null) },
  {
    kind: 'not_asked',
    of: ({ agreement_id, status }) => (agreement_id && status === 0 ? 'Дата не отправлена клиенту' : null),
  },
  {
    kind: 'offer',
    of: ({ status, offer_id }) =>
      status === 1 && offer_id ? { reason: 'Предложена другая дата', id: offer_id } : null,
  },
  {
    kind: 'passed',
    of: ({ status, offer_id, passed }) => (status === 1 && !offer_id && passed ? 'Дата прошла без ответа' : null),
  },
  {
    kind: 'waiting',
    of: ({ status, offer_id, passed }) => (status === 1 && !offer_id && !passed ? 'Ждём согласования клиента' : null),
  },
  {
    kind: 'test',
    of: ({ agreement_id, isPublishedOnTestEnv }) =>
      agreement_id && !isPublishedOnTestEnv ? 'Не опубликовано на тестовом стенде' : null,
  },
  {
    kind: 'scope',
    of: ({ status, scope_changed }) => (status === 2 && scope_changed ? 'Состав изменился после согласования' : null),
  },
  { kind: 'remark', of: ({ remark }) => (remark?.trim() ? 'Есть замечание' : null) },
  {
    kind: 'nobody',
    of: ({ status, has_addressee }) =>
      status === 1 && !has_addressee ? 'Некому ответить: у клиента нет адресатов с почтой' : null,
  },
  {
    kind: 'plan',
    onlyWarns: true,
    of: ({ status, releaseDate, plan_date }) =>
      status > 0 && releaseDate !== null && releaseDate < plan_date
        ? 'Плановая дата релиза позже даты установки'
        : null,
  },
  {
    kind: 'freeze',
    onlyWarns: true,
    of: ({ closed_for, passed }) => (closed_for && !passed ? `В этот день закрыто: ${closed_for}` : null),
  },
]

/** What one company is waited for. */
function blockersOf(company: CompanyState): releases.Blocker[] {
  const known = { ...company, status: customerStatus(company) }
  return RULES.flatMap(({ kind, of, onlyWarns }) => {
    const found = of(known)
    if (found === null) return []
    const { reason, id } = typeof found === 'string' ? { reason: found, id: company.agreement_id } : found
    return [{ kind, reason, id, holds: !onlyWarns }]
  })
}

function waitedFor(company: CompanyState): releases.WaitedFor {
  const { idcomp, namecomp, agreement_id, releaseDate, releaseTime, sent_at, trials, open_remarks } = company
  const blockers = blockersOf(company)
  const reasons = blockers.filter(({ holds }) => holds).map(({ reason }) => reason)
  const status = customerStatus(company)
  const asked = { agreement_id, releaseDate, releaseTime, sent_at, trials, open_remarks }
  return { idcomp, namecomp, status, ...asked, reasons, blockers }
}

export interface ReleaseStates {
  companies: CompanyState[]
  /** Companies with a request in the release that the release does not name. */
  unnamed: releases.Readiness['unnamed']
}

/**
 * beyond.md, "The model in short": there are companies, and everybody not on the list is agreed, on test and without a
 * matter open. Companies that nobody has named are told of; they hold nothing.
 */
export function readiness({ companies, unnamed }: ReleaseStates): releases.Readiness {
  const expected = companies.filter(({ listed }) => !listed)
  const standings = expected.map((company) => waitedFor(company))
  const waiting = standings.filter(({ reasons }) => reasons.length > 0)
  return {
    ready: companies.length > 0 && waiting.length === 0,
    agreed: standings.filter(({ status }) => status === 2).length,
    expected: expected.length,
    waiting,
    warned: standings.filter(({ reasons, blockers }) => reasons.length === 0 && blockers.length > 0),
    unnamed,
  }
}
