import { agreements, type approve } from '@vypusk/contract'
import { abilityOf, type Answer } from '../../../platform/ability.ts'
import type { Db, Deps } from '../../../platform/call.ts'
import { installationZone } from '../../../platform/clock.ts'
import { historyOf } from '../../../platform/history.ts'
import { clockOf } from '../../../platform/text/plain-text.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/statement.ts'
import { isReleaseKnown } from '../../access/port.ts'
import { hasPassed, hoursBy } from '../../calendars/port.ts'
import { agreementPolicy, isAskable, mayAgreeByLink } from '../policy.ts'
import { answerBy } from '../rules/deadline.ts'
import { mayAnswer, unknownLink } from '../rules/links.ts'
import { entryOf } from './entry.ts'
import { knownAgreement, type KnownAgreement } from './agreements.ts'
import { objectionsOf } from './date-facts.ts'
import type { Link } from './links.ts'
import type { Around } from './reminders.ts'
import { scopeChangeOf, scopeOf } from './scopes.ts'

/** Builds the page behind a letter's link. */

type Dated = KnownAgreement & { releaseDate: string }

/** Returns the agreement of a link with its date. @throws 404 when the addressee may not see it any more */
async function datedOf(db: Db, { person, agreement_id }: Link): Promise<Dated> {
  const agreement = await knownAgreement(db, person, agreement_id)
  if (!agreement?.releaseDate) throw refuseWith(unknownLink)
  return { ...agreement, releaseDate: agreement.releaseDate }
}

/**
 * Returns when the date was agreed and by whom. Somebody who answered without an account is named only to themselves.
 */
async function agreedOf(
  db: Db,
  { person }: Link,
  { id, by_rivc, by_client }: Dated,
): Promise<approve.Question['agreed']> {
  if (!by_rivc || !by_client) return null
  const change = (await historyOf(db, 'agreement', id)).find(
    ({ field, after }) => field === 'by_client' && after === true,
  )
  if (!change) return null
  const { at, user, via } = change
  const isNamed = user.id !== 0 || user.name === person.email
  return { at, by: isNamed ? user.name : null, on_behalf: via === 'on_behalf' }
}

const descriptionOf = statement((db, { id }: { id: number }) =>
  db.selectFrom('shared_releases as releases').select('description').where('id', '=', id),
)

/** Returns what the company may read of the release; nothing when the release is hidden from it. */
async function releaseSeen(db: Db, { person }: Link, agreement: Dated) {
  const { release_id } = agreement
  if (!(await isReleaseKnown(db, person, release_id))) {
    return { release_id: null, description: '', requests: [], scope: null, scope_sha: null, scope_change: null }
  }
  const { description } = await descriptionOf.one(db, { id: release_id })
  const scope = await scopeOf(db, person, agreement)
  return {
    release_id,
    description,
    requests: (scope?.requests ?? []).map(({ id, title }) => ({ id, e_title: title })),
    scope,
    scope_sha: scope?.sha256 ?? null,
    scope_change: await scopeChangeOf(db, person, agreement),
  }
}

type Wanted = Pick<KnownAgreement, 'company_id' | 'by_rivc' | 'by_client' | 'sent_at' | 'releaseDate'> &
  Parameters<typeof agreements.isProviderTurn>[0]

/**
 * Returns a function with the day by which an answer to each is wanted, by its company's working days; null when the
 * client does not have to answer, or staff have to answer it first.
 */
export async function wantedByEach(
  { db, clock, settings: { reminderDays } }: Around,
  all: Wanted[],
): Promise<(wanted: Wanted) => string | null> {
  const isClients = (one: Wanted) => one.by_rivc && !one.by_client && !agreements.isProviderTurn(one)
  const waiting = all.filter(isClients)
  if (!waiting.some(({ sent_at }) => sent_at)) return () => null
  const companies = [...new Set(waiting.map(({ company_id }) => company_id))]
  const hours = await hoursBy(db, companies)
  return (one) => {
    const { company_id, sent_at, releaseDate } = one
    if (!isClients(one) || !sent_at || !releaseDate) return null
    const { dayAt, ...days } = hours(company_id)
    const dates = { asked_on: dayAt(Date.parse(sent_at)), releaseDate, today: dayAt(clock.now().getTime()) }
    return answerBy(dates, reminderDays, days)
  }
}

/** Returns the day by which an answer to one agreement is wanted. */
const wantedBy = async (around: Around, wanted: Wanted): Promise<string | null> =>
  (await wantedByEach(around, [wanted]))(wanted)

/** Returns what the page of a letter's link shows: as much of the agreement as the link's company may know. */
export async function questionOf(deps: Deps, link: Link): Promise<approve.Question> {
  const { db } = deps
  const found = await datedOf(db, link)
  const agreement = { ...found, date_passed: hasPassed(found, deps.clock.now()) }
  const { company, details, releaseDate, releaseTime, company_zone, isPublishedOnTestEnv, remark, offer } = agreement
  const { person, answered, asker, expires_at } = link
  const isUsed = mayAnswer(link)
  const may = (answer: Answer) => abilityOf(isUsed === true ? answer : isUsed)
  const can_agree = may(mayAgreeByLink(person, agreement))
  return {
    namecomp: company.namecomp,
    title: details.title,
    releaseDate,
    releaseTime,
    zone: installationZone(),
    company_zone,
    clock: clockOf(releaseDate, releaseTime),
    isPublishedOnTestEnv,
    objections: isAskable(agreement) && !agreement.date_withdrawn ? await objectionsOf(deps, person, agreement) : [],
    remark,
    ...(await releaseSeen(db, link, agreement)),
    answered: answered && { ...answered, by: person.name },
    agreed: await agreedOf(db, link, agreement),
    answers_as: person.name,
    has_account: person.id !== 0,
    asker: { name: asker.name, email: asker.email },
    answer_by: can_agree === true ? await wantedBy(deps, agreement) : null,
    expires_at,
    can_agree,
    offer,
    can_offer: may(agreementPolicy.offer(person, agreement)),
    can_remark: abilityOf(agreementPolicy.remark(person, agreement)),
  }
}

/** Returns the present calendar entry of the agreement's letters. */
export async function entryBehind({ db, settings, addresses: { calendarHost } }: Deps, link: Link): Promise<string> {
  const { publicUrl, mailFrom } = settings
  const agreement = await datedOf(db, link)
  const facts = { ...agreement, title: agreement.details.title, namecomp: agreement.company.namecomp }
  const status = agreement.by_client ? 'agreed' : 'asked'
  return entryOf(facts, { publicUrl, mailFrom, calendarHost, at: agreement.updated_at, isRivc: false }, status) ?? ''
}
