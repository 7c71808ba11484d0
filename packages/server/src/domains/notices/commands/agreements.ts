import type { PlannedMoment } from '@vypusk/contract'
import { installationZone } from '../../../platform/clock.ts'
import {
  listenerOfMany,
  type EventKind,
  type EventKinds,
  type Listener,
  type WrittenEvent,
} from '../../../platform/events.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { factsOfEach, offerIn, superiorsIn, type Facts, type Offer } from '../queries/agreements.ts'
import type { NamedPerson, Party } from '../queries/things.ts'
import { plannedInWords as when } from '../../../platform/text/plain-text.ts'
import { withText } from '../rules/sentences.ts'
import { sendersOfEach, toTryAgain } from '../../agreements/port.ts'
import { newsOf, notifyPeople, type Announcement, type News } from './announcing.ts'

/** Notices about agreements. Letters to those who have to answer are sent by the room of letters. */

export const isStaff = ({ isRivc }: Party) => isRivc
const isRecipient = ({ isRivc, roles }: Party) => !isRivc && roles.includes('recipient')
const anyone = () => true

/** Identifies the question about a date: a different date is a different question. */
const questionOf = ({ releaseDate, releaseTime }: Facts) => ['date', releaseDate, releaseTime].filter(Boolean).join(' ')

const asking = (facts: Facts, text: string, to: Announcement['to'] = isRecipient): Announcement => ({
  kind: 'approval',
  text,
  to,
  matter: questionOf(facts),
  isDirect: true,
})
export const announcement = (
  kind: Announcement['kind'],
  text: string,
  to: Announcement['to'] = anyone,
): Announcement => ({
  kind,
  text,
  to,
})

/** Every planned moment that the notices of an event can mention. */
export function momentsOf({ company_zone, ...own }: Facts, data: object, offer: Offer | undefined): PlannedMoment[] {
  const zone = installationZone()
  const { from, offered }: { from?: When; offered?: When } = data
  return [own, from, offered, offer].flatMap((each) =>
    each?.releaseDate && each.releaseTime
      ? [{ releaseDate: each.releaseDate, releaseTime: each.releaseTime, zone, company_zone }]
      : [],
  )
}
type When = Pick<Facts, 'releaseDate' | 'releaseTime'>

type Plan<Kind extends EventKind> = (
  facts: Facts,
  data: EventKinds[Kind],
  offer: Offer | undefined,
  superiors: ReadonlySet<number>,
) => Announcement[]

/**
 * The people who offered or sent a date are notified of the result, even if the agreement does not otherwise concern
 * them.
 */
export const namedIn = (entity_id: number, ids: (number | null | undefined)[]): NamedPerson[] =>
  ids.flatMap((user_id) => (user_id ? [{ entity_id, user_id, role: 'doer' as const }] : []))

/** Who waits for what becomes of an offer: the person who made it, and who stands in for them. */
export const offerersOf = (entity_id: number, offer: Offer | undefined): NamedPerson[] => [
  ...namedIn(entity_id, [offer?.user_id]),
  ...addresseesIn(entity_id, offer?.stand_ins ?? []),
]

/** People who are asked for the recipients, without being recipients themselves: substitutes, deputies, heads. */
export const addresseesIn = (entity_id: number, ids: number[]): NamedPerson[] =>
  ids.map((user_id) => ({ entity_id, user_id, role: 'recipient' }))

export const ended = ({ company_zone }: Facts, offer: Offer | undefined, outcome: string): Announcement[] => {
  if (!offer) return []
  const answer = (whose: string, to: Announcement['to']): Announcement => ({
    ...announcement('answer', `Предложенная ${whose} дата ${when({ ...offer, company_zone })} ${outcome}`, to),
    isDirect: true,
  })
  return [
    answer('вами', ({ id }) => id === offer.user_id),
    answer('вашей компанией', ({ id }) => offer.stand_ins.includes(id)),
  ]
}

/** The people asked when the recipients do not answer, by agreement; they need not be recipients. */
async function superiorsOfEach(tx: Transaction, events: WrittenEvent[], known: Map<number, Facts>) {
  const stages = new Map(events.flatMap(({ entity_id, data }) => ('stage' in data ? [[entity_id, data.stage]] : [])))
  const companies = [...stages.keys()].flatMap((id) => known.get(id)?.company_id ?? [])
  if (companies.length === 0) return new Map<number, Set<number>>()
  const rows = await superiorsIn.all(tx, { companies })
  const of = ([id, stage]: [number, string]): [number, Set<number>] => {
    const named = rows.filter(({ company_id, role }) => role === stage && company_id === known.get(id)?.company_id)
    return [id, new Set(named.flatMap(({ user_id }) => user_id ?? []))]
  }
  return new Map([...stages].map(of))
}

/** A listener that notifies people of agreement events by a plan made for each event. */
const agreementListener = <Kind extends EventKind & `agreement.${string}`>(plan: Plan<Kind>): Listener<Kind> =>
  listenerOfMany(async (tx, events, actor) => {
    const ids = events.map(({ entity_id }) => entity_id)
    const known = await factsOfEach(tx, ids)
    const isAnswer = events.some(({ kind }) => ANSWERS.has(kind))
    const askers = isAnswer ? await sendersOfEach(tx, ids) : new Map<number, number>()
    const superiors = await superiorsOfEach(tx, events, known)
    const news: Required<Omit<News, 'parties'>> = { entity: 'agreement', of: new Map(), named: [], events: new Map() }
    for (const event of events) {
      const { entity_id: id, data } = event
      const facts = known.get(id)
      if (!facts) continue
      const offer = await offerIn(tx, data, id)
      const ownSuperiors = superiors.get(id) ?? new Set()
      news.named.push(
        ...offerersOf(id, offer),
        ...namedIn(id, [askers.get(id)]),
        ...addresseesIn(id, [...ownSuperiors]),
      )
      const moments = momentsOf(facts, data, offer)
      const announcements = plan(facts, data, offer, ownSuperiors)
      news.of.set(
        id,
        announcements.map((each) => ({ ...each, moments })),
      )
      news.events.set(id, event)
    }
    const [first] = events
    if (first) await notifyPeople(tx, actor, first, news)
  })

/** The events that the sender of the date is waiting for. */
const ANSWERS: ReadonlySet<EventKind> = new Set(['agreement.approved', 'agreement.offered'])

export const onCreated = agreementListener<'agreement.created'>((facts) => [
  announcement('changed', `Создано согласование, дата ${when(facts)}`, isStaff),
])

export const onSent = agreementListener<'agreement.sent'>((facts, { only }) => [
  asking(
    facts,
    `Согласуйте дату установки ${when(facts)}`,
    (party) => isRecipient(party) && (!only || only.users.includes(party.id)),
  ),
  // When somebody is asked later than the others, only they are notified.
  ...(only ? [] : [announcement('changed', `Дата ${when(facts)} отправлена клиенту`, isStaff)]),
])

export const onApproved = agreementListener<'agreement.approved'>((facts, { on_behalf, note }, offer) => [
  ...ended(facts, offer, 'больше не рассматривается: согласована назначенная'),
  announcement(
    'answer',
    on_behalf ? withText(`Отмечено согласие клиента на ${when(facts)}`, note) : `Клиент согласовал дату ${when(facts)}`,
  ),
])

export const onMoved = agreementListener<'agreement.moved'>((facts, { from, asks }, offer) => {
  const { company_zone, cancel_reason } = facts
  const before = when({ ...from, company_zone })
  return [
    ...(asks
      ? [asking(facts, withText(`Дата установки – ${when(facts)} вместо ${before}: согласуйте`, cancel_reason))]
      : []),
    ...ended(facts, offer, `больше не рассматривается: установка перенесена на ${when(facts)}`),
    announcement('moved', withText(`Установка перенесена: ${before} → ${when(facts)}`, cancel_reason)),
  ]
})

export const onOffered = agreementListener<'agreement.offered'>(({ company_zone }, { offered }) => [
  {
    ...announcement(
      'offer',
      withText(`Клиент предлагает другую дату: ${when({ ...offered, company_zone })}`, offered.reason),
    ),
    matter: 'offer',
  },
])

export const onOfferAccepted = agreementListener<'agreement.offer_accepted'>((facts, { asks }, offer) => [
  ...(asks ? [asking(facts, `Предложенная дата ${when(facts)} принята, подтвердите её`)] : []),
  ...ended(facts, offer, 'принята'),
  announcement('offer', `Принята дата клиента: ${when(facts)}`),
])

export const onOfferWithdrawn = agreementListener<'agreement.offer_withdrawn'>((facts, _, offer) => [
  ...ended(facts, offer, 'отозвана'),
  announcement('offer', 'Предложенная другая дата отозвана'),
])

export const onOfferLapsed = agreementListener<'agreement.offer_lapsed'>((facts, _, offer) =>
  ended(facts, offer, 'больше не рассматривается: релиз опубликован'),
)

export const onOfferDeclined = agreementListener<'agreement.offer_declined'>((facts, { answer, asks }, offer) => [
  ...(asks && !facts.provider_turn
    ? [asking(facts, withText(`Предложенная дата отклонена, ответьте о ${when(facts)}`, answer))]
    : []),
  ...ended(facts, offer, withText('отклонена', answer)),
  announcement('answer', withText('Предложенная дата отклонена', answer)),
])

/** Asks the recipients to try failed requests again; a build in which nothing failed is announced to staff only. */
export const onBuild: Listener<'agreement.build'> = async (tx, event, actor) => {
  const { entity_id, data } = event
  const { requests } = await toTryAgain(tx, entity_id)
  const stands = data.build ? `На тестовом стенде сборка ${data.build}` : 'На тестовом стенде новая сборка'
  const failed = requests.length
  const again = {
    ...announcement('changed', `${stands}: проверьте ещё раз, не работало: ${failed}`, isRecipient),
    isDirect: true,
  }
  const notice = announcement('changed', stands)
  await notifyPeople(tx, actor, event, newsOf('agreement', entity_id, failed > 0 ? [again, notice] : [notice]))
}

/** The same people are written to; what staff have to settle first waits for them. */
export const onScopeAnnounced = agreementListener<'agreement.scope_told'>((facts, { state }) => {
  if (state === 'agreed') return []
  if (facts.by_client)
    return [announcement('changed', 'Изменение состава релиза отменено, согласие остаётся в силе', isRecipient)]
  const what = state === 'returned' ? 'Изменение состава релиза отменено' : 'Состав релиза изменился'
  return [asking(facts, `${what}: согласуйте дату ${when(facts)}`)]
})

/** The reason of such a decision is for staff, so it stands in the history only. */
export const onScopeSettled = agreementListener<'agreement.scope_settled'>((facts, { decision }) => {
  if (decision === 'ignore') return []
  if (decision === 'tell') return [announcement('changed', 'Состав релиза изменился, согласие остаётся в силе')]
  return [
    asking(facts, `Состав релиза изменился: согласуйте дату ${when(facts)} заново`),
    announcement('changed', `Состав изменился, дата ${when(facts)} отправлена клиенту заново`),
  ]
})

export const onReminded = agreementListener<'agreement.reminded'>((facts, { stage }, _, superiors) => {
  const question = asking(facts, `Напоминание: согласуйте дату установки ${when(facts)}`)
  if (stage === 'recipients') return [question]
  if (stage === 'team') {
    return [announcement('changed', `Клиент так и не ответил о дате ${when(facts)}: напомнили всем`, isStaff)]
  }
  return [
    { ...question, to: (party) => isRecipient(party) && superiors.has(party.id) },
    announcement('changed', `Клиент не отвечает о дате ${when(facts)}, спросили его руководство`, isStaff),
  ]
})
