import { releases } from '@vypusk/contract'

const { blockerNames } = releases

/** The state of one company of a release; the agreement's fields are null if there is none. */
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
  /** The day of its date by the company's clock. */
  company_day: string | null
  sent_at: string | null
  /** Whether its date has passed, by the company's clock. */
  date_passed: boolean
  /** The progress of trying its requests; null if there is nothing to try. */
  trials: releases.WaitedFor['trials']
  open_remarks: releases.WaitedFor['open_remarks']
  /** When the release is to be ready. */
  plan_date: string
  /** Whether anybody on the client's side can be written to. */
  has_addressee: boolean
  /** The date that the client offers and nobody has answered. */
  offer_id: number | null
  /** Why nothing is installed on the date: the reason of the closed days it is in. */
  closed_for: string | null
  /** Whether the scope it agreed to has changed and staff have not settled it. */
  scope_changed: boolean
  /** Whether it is on the release's not-publishing list. */
  listed: boolean
  /** Whether the company was hidden in administration. */
  hidden: boolean
  /** Whether the release was closed without being handed over to it. */
  called_off: boolean
  /** Whether the release was handed over to it. */
  published: boolean
}

type Approvals = Pick<CompanyState, 'by_rivc' | 'by_client' | 'listed'>

/** product.md, "Customer status": −1 not publishing, otherwise the status of the agreement, 0 if there is none. */
export function customerStatus({ by_rivc, by_client, listed }: Approvals): releases.CustomerStatus {
  if (listed) return -1
  if (!by_rivc) return 0
  return by_client ? 2 : 1
}

interface Rule {
  kind: releases.BlockerKind
  /** Why the company blocks the release, null if it does not; `id` is what to act on, by default the agreement. */
  of: (company: CompanyState & { status: releases.CustomerStatus }) => Found | null
  /** It is reported but does not keep the release from being ready. */
  onlyWarns?: true
}
type Found = string | { reason: string; id: number }

/**
 * Everything that a company can be waited for, one rule each (product.md, "Readiness"; docs/decisions/0062), in the
 * order in which they are shown. Only the first rule applies to a company that was not asked at all.
 */
const RULES: readonly Rule[] = [
  { kind: 'not_asked', of: ({ agreement_id }) => (agreement_id === null ? 'Нет согласования' : null) },
  {
    kind: 'not_asked',
    of: ({ agreement_id, status, date_passed }) => {
      if (agreement_id === null || status !== 0) return null
      return date_passed ? 'Дата прошла, а клиенту не отправлена' : 'Дата не отправлена клиенту'
    },
  },
  {
    kind: 'offer',
    of: ({ status, offer_id }) =>
      status === 1 && offer_id ? { reason: 'Предложена другая дата', id: offer_id } : null,
  },
  {
    kind: 'passed',
    of: ({ status, offer_id, date_passed }) => (status === 1 && !offer_id && date_passed ? blockerNames.passed : null),
  },
  {
    kind: 'waiting',
    // A client whose remark nobody has answered is not waited for: the provider is.
    of: ({ status, offer_id, date_passed, open_remarks }) =>
      status === 1 && !offer_id && !date_passed && open_remarks.unanswered === 0 ? 'Ждём согласования клиента' : null,
  },
  {
    kind: 'test',
    of: ({ agreement_id, isPublishedOnTestEnv }) => (agreement_id && !isPublishedOnTestEnv ? blockerNames.test : null),
  },
  {
    kind: 'scope',
    of: ({ status, scope_changed }) => (status === 2 && scope_changed ? blockerNames.scope : null),
  },
  { kind: 'remark', of: ({ remark }) => (remark?.trim() ? blockerNames.remark : null) },
  {
    kind: 'nobody',
    of: ({ status, has_addressee }) =>
      status === 1 && !has_addressee ? `${blockerNames.nobody}: у клиента нет получателей с почтой` : null,
  },
  {
    kind: 'plan',
    onlyWarns: true,
    of: ({ status, company_day, plan_date }) =>
      status > 0 && company_day !== null && company_day < plan_date
        ? 'Плановая дата релиза позже даты установки'
        : null,
  },
  {
    kind: 'freeze',
    onlyWarns: true,
    of: ({ closed_for, date_passed }) => (closed_for && !date_passed ? `В этот день закрыто: ${closed_for}` : null),
  },
]

/** The blockers of one company; nothing is waited for where the release already is or will never be. */
function blockersOf(company: CompanyState): releases.Blocker[] {
  if (company.called_off || company.published) return []
  const known = { ...company, status: customerStatus(company) }
  return RULES.flatMap(({ kind, of, onlyWarns }) => {
    const found = of(known)
    if (found === null) return []
    const { reason, id } = typeof found === 'string' ? { reason: found, id: company.agreement_id } : found
    return [{ kind, reason, id, holds: !onlyWarns }]
  })
}

function waitedFor(company: CompanyState): releases.WaitedFor {
  const { idcomp, namecomp, agreement_id, releaseDate, releaseTime, date_passed } = company
  const { sent_at, trials, open_remarks } = company
  const blockers = blockersOf(company)
  const reasons = blockers.filter(({ holds }) => holds).map(({ reason }) => reason)
  const status = customerStatus(company)
  const facts = { agreement_id, releaseDate, releaseTime, date_passed, sent_at, trials, open_remarks }
  return { idcomp, namecomp, status, ...facts, reasons, blockers }
}

export interface ReleaseStates {
  companies: CompanyState[]
  /** The companies with a request in the release that the release does not name. */
  unnamed: releases.Readiness['unnamed']
}

/**
 * beyond.md, "The model in short": a release is ready if it has companies and every one that is not on the list has
 * agreed, is on test and has no open remark, or already has the release. A hidden company is expected as little as one
 * on the list. Unnamed companies are reported but hold nothing up. Nobody is waited for once the release is closed
 * without being handed over, and it is not ready either.
 */
export function readiness({ companies, unnamed }: ReleaseStates): releases.Readiness {
  const expected = companies.filter(({ listed, hidden }) => !listed && !hidden)
  const states = expected.map((company) => waitedFor(company))
  const waiting = states.filter(({ reasons }) => reasons.length > 0)
  const closed = expected.filter(({ called_off }) => called_off).length
  return {
    ready: companies.length > 0 && waiting.length === 0 && closed === 0,
    called_off: closed > 0 && closed === expected.length,
    agreed: states.filter(({ status }) => status === 2).length,
    expected: expected.length,
    waiting,
    warned: states.filter(({ reasons, blockers }) => reasons.length === 0 && blockers.length > 0),
    unnamed,
  }
}
