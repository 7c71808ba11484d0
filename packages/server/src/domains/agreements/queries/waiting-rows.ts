import { asSentence } from '@vypusk/contract'
import { sql } from 'kysely'
import { installationZone } from '../../../platform/clock.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import type { MatterKind, MatterRow, Reader } from '../../../platform/waiting.ts'
import { agreementHref, knows, openReleaseOf } from '../../access/port.ts'
import { companyZone, isOver } from '../../calendars/port.ts'
import { insteadSql } from './substitutes.ts'

/** What is shown of an agreement that waits. */
export interface WaitingAgreement {
  id: number
  version: number
  /** The scope that the company was last written about; null while its release is hidden from clients. */
  told_sha: string | null
  release_id: number
  release: string
  company: string
  /** The release if the company may open it. */
  open_release_id: number | null
  releaseDate: string | null
  releaseTime: string | null
  company_zone: string | null
  /** The date has passed by the company's clock. */
  date_passed: boolean
  plan_date: string
  remark: string
  cancel_reason: string
  /** The last date that the client offered, and its state. */
  offer: {
    id: number
    state: string
    releaseDate: string
    releaseTime: string | null
    reason: string
    answer: string
  } | null
  /** The company's requests that are untested or failed in another build; 0 where testing is not asked for. */
  untried: number
  /** The people for whom the person stands in here; null when there are none. */
  instead: string | null
}

const waitingAgreements = (reader: Reader, ids: number[], { isTried }: { isTried: boolean }) => sql<WaitingAgreement>`
    select a.id, a.version, case when r.is_visible_for_client then a.told_sha end as told_sha, a.release_id, r.title as release, c.namecomp as company, ${openReleaseOf('a.release_id', 'a.company_id')} as open_release_id,
      a."releaseDate", to_char(a."releaseTime", 'HH24:MI') as "releaseTime", ${companyZone('a')} as company_zone, ${isOver('a', reader.now)} as date_passed, r.plan_date, a.remark, a.cancel_reason,
      (select json_build_object('id', o.id, 'state', o.state, 'releaseDate', o."releaseDate", 'releaseTime', to_char(o."releaseTime", 'HH24:MI'),
          'reason', o.reason, 'answer', coalesce(o.answer, ''))
        from agreement_offers as o where o.agreement_id = a.id order by o.id desc limit 1) as offer,
      ${isTried ? sql`(select count(*)::int from (${untriedOf}) as q)` : sql`0`} as untried,
      ${insteadSql(sql`${reader.id}::int`)} as instead
    from agreements as a
    join shared_releases as r on r.id = a.release_id
    join shared_companies as c on c.idcomp = a.company_id
    where a.id = any(${ids}::int[]) and ${knows.agreement(reader)}`

/** Requests of agreement `a` that its company is asked to test: untested, or failed in another build. */
export const untriedOf = sql`
  select q.request_id from requests_for_agreements as q
  left join lateral (
    select t.verdict, t.build from test_results as t
    where t.agreement_id = a.id and t.request_id = q.request_id order by t.id desc limit 1) as last on true
  where q.agreement_id = a.id
    and (last.verdict is null or (last.verdict = 'fails' and last.build <> a.build))`

/** Returns the date of installation in words: «05.03.2026, четверг, 21:00 МСК». */
export const installation = ({
  releaseDate,
  releaseTime,
  company_zone,
}: Pick<WaitingAgreement, 'releaseDate' | 'releaseTime' | 'company_zone'>): string =>
  releaseDate ? plannedInWords({ releaseDate, releaseTime, company_zone }) : ''

type Named = Pick<WaitingAgreement, 'releaseDate' | 'releaseTime'>

const plannedOf = ({ releaseDate, releaseTime }: Named, { company_zone }: WaitingAgreement): MatterRow['planned'] =>
  releaseDate && releaseTime ? { releaseDate, releaseTime, zone: installationZone(), company_zone } : null

interface Worded {
  /** The date that the text names; by default the agreement's own. */
  namedBy?: (agreement: WaitingAgreement) => Named
  /** The text asks to test requests, so they are counted. */
  isTried?: boolean
  /** Whether it can be settled right in the list; by default wherever there is a date. */
  isSettledHere?: (agreement: WaitingAgreement) => boolean
}

const hasDate = ({ releaseDate }: WaitingAgreement) => releaseDate !== null

/** What is read and shown of agreements of one kind of matter; `textOf` writes what is asked. */
export const shownBy = (
  textOf: (agreement: WaitingAgreement) => string,
  { namedBy = (own) => own, isTried = false, isSettledHere = hasDate }: Worded = {},
): Pick<MatterKind<WaitingAgreement>, 'shown' | 'matterOf'> => ({
  shown: (reader, ids) => waitingAgreements(reader, ids, { isTried }),
  matterOf: (row, reader) => ({
    id: row.id,
    title: row.release,
    text: row.instead ? `${asSentence(textOf(row))} Вы замещаете: ${row.instead}` : textOf(row),
    company: reader.isRivc ? row.company : null,
    due_zone: row.releaseDate && !row.releaseTime ? row.company_zone : null,
    due_time: row.releaseTime,
    planned: plannedOf(namedBy(row), row),
    href: agreementHref(row, reader.isRivc),
    agreement_id: row.id,
    release_id: row.release_id,
    offer_id: row.offer?.state === 'open' ? row.offer.id : null,
    version: isSettledHere(row) ? row.version : null,
    scope_sha: reader.isRivc ? null : row.told_sha,
  }),
})
