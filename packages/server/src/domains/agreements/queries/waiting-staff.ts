import { releases } from '@vypusk/contract'
import { sql, type SqlBool } from 'kysely'
import { ifOwn, type Awaiter, type MatterKind } from '../../../platform/waiting.ts'
import { plannedInWords } from '../../../platform/text/plain-text.ts'
import { knows } from '../../access/port.ts'
import { isOver } from '../../calendars/port.ts'
import { isPresent } from '../../catalog/port.ts'
import { hasAddressee } from '../../releases/port.ts'
import { hasOpenOffer } from './agreements.ts'
import { isAwaited } from './waiting-client.ts'
import { installation, shownBy, type WaitingAgreement } from './waiting-rows.ts'

/** The agreements that wait for staff, by kind of matter. */

/**
 * The people in charge of an agreement: its author, its release's author, and the release's people. When all of them
 * have left, it waits for all staff.
 */
const isInCharge = ({ id }: Awaiter) => sql<SqlBool>`(a.author_id = ${id} or r.author_id = ${id} or exists (
  select from shared_release_users as named where named.release_id = r.id and named.user_id = ${id})
  or not (${isPresent(sql.ref('a.author_id'))} or ${isPresent(sql.ref('r.author_id'))} or exists (
    select from shared_release_users as named
    where named.release_id = r.id and ${isPresent(sql.ref('named.user_id'))})))`

/**
 * Agreements with companies that are still awaited. A release published to some companies is still awaited by the
 * others.
 */
const living = (awaiter: Awaiter) => sql`
  from agreements as a
  join shared_releases as r on r.id = a.release_id
  where ${knows.agreement(awaiter)} and ${ifOwn(awaiter, isInCharge(awaiter))} and ${isAwaited}`

const send: MatterKind<WaitingAgreement> = {
  kind: 'send',
  name: 'Отправить клиенту',
  side: 'staff',
  waits: (awaiter) => sql`
    select a.id, coalesce(a."releaseDate", r.plan_date) as due,
      greatest(a.unsent_at, a.withdrawn_at, a.created_at) as since
    ${living(awaiter)} and not a.by_rivc`,
  ...shownBy(
    (agreement) => {
      if (!agreement.releaseDate) return 'Дата установки не назначена'
      return `Дата ${agreement.date_passed ? 'прошла, а клиенту ' : ''}не отправлена: ${installation(agreement)}`
    },
    // Nobody is asked about no date, or about one that has passed: another one comes first.
    { isSettledHere: ({ releaseDate, date_passed }) => releaseDate !== null && !date_passed },
  ),
}

const offer: MatterKind<WaitingAgreement> = {
  kind: 'offer',
  name: 'Ответить на предложенную дату',
  side: 'staff',
  waits: (awaiter) => sql`
    select a.id, a."releaseDate" as due,
      (select max(o.created_at) from agreement_offers as o where o.agreement_id = a.id and o.state = 'open') as since
    ${living(awaiter)} and ${hasOpenOffer}`,
  ...shownBy(
    ({ offer: offered, company_zone }) => {
      if (!offered) return releases.blockerNames.offer
      const { releaseDate, releaseTime, reason } = offered
      return `Клиент предлагает ${plannedInWords({ releaseDate, releaseTime, company_zone })}${reason ? `: ${reason}` : ''}`
    },
    { namedBy: (agreement) => agreement.offer ?? agreement },
  ),
}

const scope: MatterKind<WaitingAgreement> = {
  kind: 'scope',
  name: 'Решить об изменении состава',
  side: 'staff',
  // Uses the scope seen by the last check, at most a minute ago: comparing all texts here would cost more than the rest
  // of the list.
  waits: (awaiter) => sql`
    select a.id, a."releaseDate" as due, a.scope_changed_at as since
    ${living(awaiter)} and a.by_rivc and a.by_client and a.frozen_sha is null
      and a.seen_sha <> a.agreed_sha and a.seen_sha is distinct from a.accepted_sha`,
  ...shownBy(() => 'Состав изменился после согласования'),
}

const passed: MatterKind<WaitingAgreement> = {
  kind: 'passed',
  name: releases.blockerNames.passed,
  side: 'staff',
  waits: (awaiter) => sql`
    select a.id, a."releaseDate" as due, a.sent_at as since
    ${living(awaiter)} and a.by_rivc and not a.by_client and ${isOver('a', awaiter.now)}
      and not ${hasOpenOffer}`,
  ...shownBy((agreement) => `Клиент не ответил, дата прошла: ${installation(agreement)}`),
}

// The addressee is a subquery of its own, looked up for each agreement: otherwise the recipients of all are read.
const nobody: MatterKind<WaitingAgreement> = {
  kind: 'nobody',
  name: releases.blockerNames.nobody,
  side: 'staff',
  waits: (awaiter) => sql`
    select a.id, a."releaseDate" as due, a.sent_at as since
    ${living(awaiter)} and a.by_rivc and not a.by_client and not ${isOver('a', awaiter.now)}
      and not (select ${hasAddressee('a')})`,
  ...shownBy((agreement) => `У клиента нет получателей с почтой: ${installation(agreement)} некому согласовать`),
}

export const staffMatters: MatterKind<WaitingAgreement>[] = [send, offer, scope, passed, nobody]
