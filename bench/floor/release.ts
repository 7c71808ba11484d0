import { warningsOf } from '../../packages/server/src/domains/calendars/rules/unfilled.ts'
import { calculate, fromTheBeginning, stays } from '../../packages/server/src/domains/releases/rules/calculation.ts'
import {
  customerStatus,
  readiness,
  type CompanyState,
} from '../../packages/server/src/domains/releases/rules/readiness.ts'
import type { Calendar } from '../../packages/server/src/platform/working-days.ts'
import { ask, inOne, PAGE, shaped, type Row } from './rows.ts'

/**
 * A release with everything of the product's reply except what the caller may do, by hand-written SQL: one statement for
 * what belongs to the release, one for its requests, one for their tasks. Rules without any reading are the product's.
 */

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const person = (alias: string) => `json_build_object('id', ${alias}.id, 'name', ${alias}.name)`
const FILE = `f.id, f.file_name, f.version, f.size, f.sha256, ${moment('f.uploaded')} as uploaded`
const STEP = `json_build_object('id', s.id, 'name_step', s.name_step, 'order', s."order", 'kind', s.kind)`
const ZONE = `(select cc.zone from company_calendars cc where cc.company_id = a.company_id)`

const AGREEMENTS = `select a.id, a.release_id, a.company_id, c.namecomp, a.by_rivc, a.by_client, a.remark,
    a."isPublishedOnTestEnv", a."recipientsExtra", a."releaseDate", to_char(a."releaseTime", 'HH24:MI') as "releaseTime",
    a.cancel_reason, a.version, ${moment('a.sent_at')} as sent_at, ${moment('a.created_at')} as created_at,
    ${moment('a.updated_at')} as updated_at, n.idcomp is not null as not_publishing, ${ZONE} as company_zone,
    (select json_build_object('id', o.id, 'releaseDate', o."releaseDate", 'releaseTime', to_char(o."releaseTime", 'HH24:MI'))
      from agreement_offers o where o.agreement_id = a.id and o.state = 'open') as offer,
    case when a."isPublishedOnTestEnv" then (
      select json_build_object('tried', count(*) filter (where l.verdict = 'works'),
        'failing', count(*) filter (where l.verdict = 'fails'), 'total', count(*))
      from requests q left join lateral (select t.verdict from test_results t
        where t.agreement_id = a.id and t.request_id = q.id order by t.id desc limit 1) l on true
      where q.release_id = a.release_id and q.idcomp = a.company_id and q.deleted_at is null
      having count(*) > 0) end as trials,
    (select json_build_object('blocking', count(*) filter (where t.blocks), 'other', count(*) filter (where not t.blocks),
        'unanswered', count(*) filter (where t.blocks and t.side = 'client' and t.state = 'open'))
      from threads t where t.agreement_id = a.id and t.state <> 'closed') as open_remarks,
    ${inOne(`select u.id, u.name, u.email as mailuser, u.idcomp from agreement_recipients ar join users u on u.id = ar.user_id
      where ar.agreement_id = a.id order by u.name collate "ru-x-icu", u.id`)} as recipients,
    cardinality(a."recipientsExtra") > 0 or exists (select from agreement_recipients ar join users u on u.id = ar.user_id
      where ar.agreement_id = a.id and not u."isRivc" and u.email is not null and not u.is_blocked
        and u.deleted_at is null) as has_addressee,
    (select z.reason from freezes z where a."releaseDate" between z.date_from and z.date_to
      and coalesce(z.idcomp, a.company_id) = a.company_id order by z.date_from limit 1) as closed_for,
    coalesce(((a."releaseDate" + a."releaseTime") at time zone current_setting('TimeZone') at time zone ${ZONE})::date,
      a."releaseDate") as company_day,
    handed.published, s.kind = 'closed' and not handed.published as called_off,
    a.is_date_withdrawn and a."releaseDate" is not null as date_withdrawn,
    coalesce(case when a."releaseTime" is null
      then (a."releaseDate" + 1)::timestamp at time zone coalesce(${ZONE}, current_setting('TimeZone'))
      else (a."releaseDate" + a."releaseTime") at time zone current_setting('TimeZone') end <= now(), false) as date_passed
  from agreements a join companies c on c.idcomp = a.company_id
  left join not_publishing_list n on n.release_id = a.release_id and n.idcomp = a.company_id
  cross join lateral (select exists (
    select from handed_to h where h.release_id = a.release_id and h.idcomp = a.company_id) as published) as handed
  where a.release_id = r.id and a.deleted_at is null order by c.namecomp collate "ru-x-icu", a.id`

const RELEASE = `select r.id, r.title, r.start_date, r.plan_date, r.planned_time, r.short_description,
    r.is_visible_for_client, r.created_at, r.published_at, r.version, r.terms, r.description, r.comment,
    ${STEP} as step, ${person('u')} as author,
    (select count(*) from requests q where q.release_id = r.id and q.deleted_at is null) as requests_count,
    ${inOne(`select m.idmod, m.namemod, m.idsys, sy.namesys as system from release_modules rm
      join modules m on m.idmod = rm.idmod join systems sy on sy.idsys = m.idsys where rm.release_id = r.id
      order by sy.namesys collate "ru-x-icu", m.namemod collate "ru-x-icu", m.idmod`)} as modules,
    ${inOne(`select u.id, u.name from release_users ru join users u on u.id = ru.user_id
      where ru.release_id = r.id order by u.name collate "ru-x-icu", u.id`)} as users,
    ${inOne(`select c.idcomp, c.namecomp, a.id as agreement_id, a.by_rivc, a.by_client, n.idcomp is not null as listed,
      c.deleted_at is not null as hidden,
      exists (select from handed_to h where h.release_id = rc.release_id and h.idcomp = rc.idcomp) as published
      from release_companies rc join companies c on c.idcomp = rc.idcomp
      left join agreements a on a.release_id = rc.release_id and a.company_id = rc.idcomp and a.deleted_at is null
      left join not_publishing_list n on n.release_id = rc.release_id and n.idcomp = rc.idcomp
      where rc.release_id = r.id order by c.namecomp collate "ru-x-icu", c.idcomp`)} as companies,
    ${inOne(`select sc.id, ${moment('sc.at')} as at, sc.comment, ${STEP} as step, ${person('u')} as user
      from release_step_changes sc join release_steps s on s.id = sc.step_id join users u on u.id = sc.user_id
      where sc.release_id = r.id order by sc.id`)} as step_changes,
    ${inOne(`select ${FILE} from release_files rf join files f on f.id = rf.file_id
      where rf.release_id = r.id and f.deleted_at is null order by f.id`)} as own,
    ${inOne(`select n.idcomp, n.reason, n.client_reason, ${moment('n.at')} as at, ${person('u')} as user
      from not_publishing_list n join users u on u.id = n.user_id where n.release_id = r.id
      order by n.idcomp`)} as "notPublishingReasons",
    ${inOne(`select c.idcomp, c.namecomp, count(*) as requests from requests q join companies c on c.idcomp = q.idcomp
      where q.release_id = r.id and q.deleted_at is null and c.deleted_at is null and not exists (
        select from release_companies rc where rc.release_id = r.id and rc.idcomp = q.idcomp)
      group by 1, 2 order by c.namecomp collate "ru-x-icu", c.idcomp`)} as unnamed,
    ${inOne(`select ${person('u')} as user, json_build_object('id', o.id, 'title', o.title) as release, o.start_date,
        o.plan_date, o.planned_time
      from release_users ours join release_users ru on ru.user_id = ours.user_id and ru.release_id <> r.id
      join users u on u.id = ru.user_id
      join releases o on o.id = ru.release_id join release_steps s on s.id = o.step_id
      where ours.release_id = r.id and o.deleted_at is null and s.kind in ('planning', 'work')
        and o.plan_date >= r.start_date
      order by u.name collate "ru-x-icu", o.plan_date, o.id`)} as busy,
    ${inOne(AGREEMENTS)} as agreements,
    ${inOne(`select d.company_id from scopes_in_doubt d where d.release_id = r.id`)} as doubts,
    ${inOne(`select p.id, ${moment('p.created_at')} as created_at, ${person('u')} as author,
        ${inOne(`select ${FILE} from publication_files pf join files f on f.id = pf.file_id
          where pf.publication_release_id = pr.id order by f.id`)} as files
      from publication_releases pr join publications p on p.id = pr.publication_id join users u on u.id = p.author_id
      where pr.release_id = r.id and p.deleted_at is null order by p.id desc`)} as release_ready
  from releases r join release_steps s on s.id = r.step_id join users u on u.id = r.author_id
  where r.id = $1 and r.deleted_at is null`

const ISSUES = `select request_id, i.id, i.title, i.status, i.assignee, i.planned_time, i.spent_time, i.url, i.tracker, i.key,
    greatest(i.reported_at, t.read_at) as reported_at
  from issues i join requests q on q.id = i.request_id left join trackers t on t.name = i.tracker
  where q.release_id = $1 and q.deleted_at is null order by 1, 2`

interface Agreement extends Omit<
  CompanyState,
  'agreement_id' | 'offer_id' | 'listed' | 'hidden' | 'scope_changed' | 'published'
> {
  id: number
  company_id: number
  not_publishing: boolean
  date_withdrawn: boolean
  offer: { id: number } | null
}
interface Release {
  title: string
  created_at: Date
  start_date: string
  plan_date: string
  planned_time: number
  author: { id: number; name: string }
  modules: { idmod: number; idsys: number; system: string }[]
  users: object[]
  companies: Pick<
    CompanyState,
    'idcomp' | 'namecomp' | 'agreement_id' | 'by_rivc' | 'by_client' | 'listed' | 'hidden' | 'published'
  >[]
  step_changes: Parameters<typeof stays>[0]
  own: { id: number }[]
  notPublishingReasons: { idcomp: number }[]
  unnamed: Parameters<typeof readiness>[0]['unnamed']
  busy: { plan_date: string; start_date: string }[]
  agreements: Agreement[]
  doubts: object[]
  release_ready: { files: { id: number }[] }[]
}

const DAY_MS = 24 * 3_600_000
/** Working days since a moment, by the production calendar. */
function waited(calendar: Calendar, since: string): number {
  let days = 0
  for (let at = Date.parse(since) + DAY_MS; at <= Date.now(); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    const weekday = new Date(at).getUTCDay()
    if (calendar.get(day) ?? (weekday > 0 && weekday < 6)) days += 1
  }
  return days
}

const special = ask('special days', 'select day, minutes from calendar_days').then(
  (days): Calendar => new Map((days as { day: string; minutes: number }[]).map(({ day, minutes }) => [day, minutes])),
)

const ZONE_HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

function agreementsIn({ agreements, title }: Release, calendar: Calendar) {
  return agreements.map(({ namecomp, has_addressee: _, closed_for: __, company_day: ___, ...one }) => ({
    ...one,
    zone: ZONE_HERE,
    details: { id: one.id, title },
    company: { idcomp: one.company_id, namecomp },
    status: customerStatus({ ...one, listed: false }),
    waiting_days: one.sent_at && one.by_rivc && !one.by_client ? waited(calendar, one.sent_at) : null,
    scope_change: null,
  }))
}

function readinessOf({ companies, agreements, plan_date, unnamed }: Release) {
  const byCompany = new Map(agreements.map((one) => [one.company_id, one]))
  const states = companies.map((company): CompanyState => {
    const own = byCompany.get(company.idcomp)
    return { ...NO_AGREEMENT, ...own, ...company, plan_date, offer_id: own?.offer?.id ?? null, scope_changed: false }
  })
  return readiness({ companies: states, unnamed })
}

const NO_AGREEMENT = {
  isPublishedOnTestEnv: null,
  remark: null,
  releaseDate: null,
  releaseTime: null,
  sent_at: null,
  trials: null,
  open_remarks: { blocking: 0, other: 0, unanswered: 0 },
  date_passed: false,
  called_off: false,
  has_addressee: false,
  closed_for: null,
  company_day: null,
}

type Request = ReturnType<typeof shaped>

function issuesInfo(requests: Request[], issues: Row[]) {
  const byRequest = Map.groupBy(issues, ({ request_id }) => request_id)
  const items = requests.map(({ id, backlog_request }) => ({
    request_id: id,
    planned_time: backlog_request?.planned_time ?? 0,
    issues: (byRequest.get(id) ?? []).map(({ request_id: _, ...issue }) => issue),
  }))
  const spent_time = issues.reduce((sum, issue) => sum + Number(issue['spent_time']), 0)
  return {
    planned_requests_time: items.reduce((sum, { planned_time }) => sum + Number(planned_time), 0),
    spent_time,
    items,
  }
}

/** What was read in the three statements. */
interface Read {
  whole: Release
  requests: Request[]
  issues: Row[]
  calendar: Calendar
}

const companiesIn = ({ companies, agreements }: Release) => {
  const own = new Map(agreements.map((one) => [one.company_id, one]))
  return companies.map((one) => {
    const status = customerStatus(one)
    return {
      idcomp: one.idcomp,
      namecomp: one.namecomp,
      agreement_id: one.agreement_id,
      status,
      published: one.published,
      called_off: own.get(one.idcomp)?.called_off ?? false,
      date_withdrawn: own.get(one.idcomp)?.date_withdrawn ?? false,
      provider_turn: false,
      date_passed: status === 1 && (own.get(one.idcomp)?.date_passed ?? false),
      scope_change: null,
    }
  })
}

const systemsIn = ({ modules }: Release) => [
  ...new Map(modules.map(({ idsys, system }) => [idsys, { idsys, namesys: system }])).values(),
]

function filesIn({ own, release_ready }: Release) {
  const handed = release_ready.flatMap(({ files }) => files)
  const isHanded = new Set(handed.map((file) => file.id))
  const inside = own.filter((file) => !isHanded.has(file.id))
  return { files: [...inside, ...handed], own_files: inside.map((file) => file.id) }
}

function calculationIn({ whole, requests, calendar }: Read) {
  const times = requests.map((one) => Number(one.backlog_request?.planned_time ?? 0))
  const calculated = calculate({ ...whole, requests: times, users: whole.users.length }, calendar)
  const warnings = warningsOf(calculated, calendar)
  return { ...calculated, warnings, busy: whole.busy.filter(({ start_date }) => start_date <= calculated.plan_date) }
}

const stepsIn = ({ step_changes, created_at, author }: Release) =>
  stays(fromTheBeginning(step_changes, created_at.toISOString(), author), new Date().toISOString())

/** What is answered as it was read. */
const ownOf = ({ own: _, doubts: __, step_changes: ___, unnamed: ____, busy: _____, ...rest }: Release) => rest

function wholeOf(read: Read) {
  const { whole, requests, issues, calendar } = read
  const info = issuesInfo(requests, issues)
  return {
    ...ownOf(whole),
    companies: companiesIn(whole),
    systems: systemsIn(whole),
    modules_ids: whole.modules.map(({ idmod }) => idmod),
    unnamed_count: whole.unnamed.length,
    planned_requests_time: info.planned_requests_time,
    ...filesIn(whole),
    steps_history: stepsIn(whole),
    requests,
    agreements: agreementsIn(whole, calendar),
    notPublishingList: whole.notPublishingReasons.map(({ idcomp }) => idcomp),
    readiness: readinessOf(whole),
    requestsIssuesInfo: info,
    calculation: calculationIn(read),
  }
}

/** The release with the given id. */
export async function release({ id }: Row) {
  const [[found], rows, issues, calendar] = await Promise.all([
    ask('release', RELEASE, [id]),
    ask('its requests', `${PAGE} and q.release_id = $1 order by q.id`, [id]),
    ask('its issues', ISSUES, [id]),
    special,
  ])
  const whole = found as unknown as Release
  if (whole.doubts.length > 0) throw new Error('the floor compares no scopes: choose a release without doubts')
  return wholeOf({ whole, requests: rows.map(shaped), issues, calendar })
}
