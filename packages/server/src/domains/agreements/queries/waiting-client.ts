import { asSentence } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Awaiter, MatterKind, Waits } from '../../../platform/waiting.ts'
import { knows } from '../../access/port.ts'
import { isOver } from '../../calendars/port.ts'
import { isOpenStep, publishedTo } from '../../releases/port.ts'
import { isProviderTurn, takingPart } from './agreements.ts'
import { installation, shownBy, untriedOf, type WaitingAgreement } from './waiting-rows.ts'

/** The agreements that wait for a client, by kind of matter. */

/**
 * Nobody waits for a company that was taken off the release, is on the not-publishing list or already has the release,
 * nor for anybody else once the release `r` of the agreement `a` is closed. Whether it takes part and has the release are
 * subqueries of their own, looked up for each agreement: otherwise the companies of all releases and publications are
 * read. They name the release by `r.id`, so that agreements of closed releases, most of what was never answered, are
 * left out before anything is looked up for them.
 */
export const isAwaited = sql`
  ${isOpenStep('r.step_id')} and (select ${takingPart('r.id')})
  and not exists (
    select from shared_not_publishing_list as listed
    where listed.release_id = a.release_id and listed.idcomp = a.company_id)
  and not (select ${publishedTo('r.id', 'a.company_id')})`

/**
 * Why a date waits for the client; each agreement has only one such matter. A scope that differs from the one the client
 * agreed to has to be looked at first, whatever it is asked for, unless staff have settled that by telling of it.
 */
const questionKind = sql`
  case
    when a.agreed_sha is not null and a.seen_sha is distinct from a.agreed_sha
      and (a.seen_sha is distinct from a.accepted_sha or (
        select d.kind = 'anew' from scope_decisions as d where d.agreement_id = a.id order by d.id desc limit 1))
      then 'scope_again'
    when (select o.state in ('accepted', 'declined') and o.answered_at >= a.sent_at
      from agreement_offers as o where o.agreement_id = a.id order by o.id desc limit 1) then 'offer_answered'
    else 'date'
  end`

const waitsForAnswer =
  (kind: 'date' | 'scope_again' | 'offer_answered') =>
  (awaiter: Awaiter): Waits =>
    sql`
    select a.id, a."releaseDate" as due, a.sent_at as since
    from agreements as a join shared_releases as r on r.id = a.release_id
    where ${knows.agreement(awaiter)} and a.by_rivc and not a.by_client and not ${isOver('a', awaiter.now)}
      and ${isAwaited} and not ${isProviderTurn} and ${questionKind} = ${sql.lit(kind)}`

const date: MatterKind<WaitingAgreement> = {
  kind: 'date',
  name: 'Согласовать дату',
  side: 'client',
  waits: waitsForAnswer('date'),
  ...shownBy((agreement) =>
    agreement.cancel_reason
      ? `Новая дата установки: ${installation(agreement)}. Перенесена: ${agreement.cancel_reason}`
      : `Установка: ${installation(agreement)}`,
  ),
}

const scopeAgain: MatterKind<WaitingAgreement> = {
  kind: 'scope_again',
  name: 'Согласовать заново',
  side: 'client',
  waits: waitsForAnswer('scope_again'),
  ...shownBy((agreement) => `Состав релиза изменился. Установка: ${installation(agreement)}`),
}

const offerAnswered: MatterKind<WaitingAgreement> = {
  kind: 'offer_answered',
  name: 'Ответ на вашу дату',
  side: 'client',
  waits: waitsForAnswer('offer_answered'),
  ...shownBy(({ offer, ...agreement }) =>
    offer?.state === 'accepted'
      ? `Поставщик принял вашу дату, подтвердите её: ${installation(agreement)}`
      : `Поставщик не смог принять вашу дату${offer?.answer ? `: ${asSentence(offer.answer)}` : '.'} Остаётся ${installation(agreement)}`,
  ),
}

const trial: MatterKind<WaitingAgreement> = {
  kind: 'trial',
  name: 'Проверить на тесте',
  side: 'client',
  // The requests of a hidden release are not to be tested. `offset 0` makes PostgreSQL filter the agreements first:
  // most of a company's releases are over, and their requests should not be searched.
  waits: (awaiter) => sql`
    select a.id, a."releaseDate" as due, null::timestamptz as since
    from (
      select a.id, a.release_id, a.company_id, a.build, a."releaseDate"
      from agreements as a join shared_releases as r on r.id = a.release_id
      where ${knows.agreement(awaiter)} and ${knows.release(awaiter)} and a."isPublishedOnTestEnv" and ${isAwaited}
      offset 0) as a
    where exists (${untriedOf})`,
  ...shownBy(({ untried }) => `На тестовом стенде, осталось проверить: ${untried}`, { isTried: true }),
}

export const clientMatters: MatterKind<WaitingAgreement>[] = [date, scopeAgain, offerAnswered, trial]
