import type { substitutes } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call, Deps } from '../../../platform/call.ts'
import { dayOf, installationZone, momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { addDays } from '../../../platform/working-days.ts'
import { reasons, substitutePolicy } from '../policy.ts'
import { seenCalendar } from '../queries/calendar.ts'
import { livingOf, overlapping, peopleOf, substitutesOf, turning } from '../queries/substitutes.ts'
import { substituteInWords } from '../rules/substitutes-in-words.ts'
import { dayIn, SUBSTITUTE_TITLES } from '../rules/week.ts'
import { endSubstitute, insertSubstitute, lockCalendar, startSubstitute } from '../store.ts'
import '../events.ts'

interface SubstituteChange {
  id: number
  company_id: number
  /** What happened to the substitution. */
  became: 'named' | 'started' | 'ended'
}

/** Emits the event for the change. */
const announceChange = (tx: Transaction, actor: Actor, { id, company_id, became }: SubstituteChange) =>
  emit(tx, actor, {
    kind: 'substitute.changed',
    entity: 'company',
    entity_id: company_id,
    companies: [company_id],
    data: { substitute_id: id, became },
  })

const record = (tx: Transaction, actor: Actor, company_id: number, before: string, after: string) =>
  recordChanges(tx, actor, {
    entity: 'company',
    entity_id: company_id,
    titles: SUBSTITUTE_TITLES,
    before: { substitute: before },
    after: { substitute: after },
  })

/** Names a substitute for somebody from one day to another. @throws 403, 404, 409, 422 */
export const nameSubstitute = (call: Call<typeof substitutes.name>) =>
  inTransaction(call, async (tx) => {
    const { person, params, body, deps } = call
    const company_id = params.id
    const { zone } = await seenCalendar(tx, person, company_id)
    ask(substitutePolicy, 'name', person, body)
    await lockCalendar(tx, company_id)
    const people = await peopleOf.all(tx, { company_id })
    const user = people.find(({ id }) => id === body.user_id)
    const substitute = people.find(({ id }) => id === body.substitute_id)
    if (!user) throw refuseField('user_id', 'Выберите человека этой компании')
    if (!substitute?.email) throw refuseField('substitute_id', NOT_REACHED)
    const now = momentOf(deps.clock)
    const today = dayIn(zone ?? installationZone(), deps.clock.now())
    if (body.date_to < today) throw refuseField('date_to', 'Эти дни уже прошли')
    if (await overlapping.first(tx, { ...body, company_id })) throw refuseWith(reasons.substitutedAlready)
    const id = await insertSubstitute(tx, { ...body, company_id, author_id: person.id, created_at: now })
    await record(tx, call, company_id, '', substituteInWords({ ...body, user, substitute }))
    await announceChange(tx, call, { id, company_id, became: 'named' })
    if (body.date_from <= today) await start(tx, call, { id, company_id })
    return { message: 'Success', ...(await substitutesOf(tx, person, company_id)) }
  })

const NOT_REACHED = 'Выберите человека этой компании, у которого есть почтовый адрес'

/** Ends a substitution, or cancels one that has not begun. @throws 403, 404 */
export const endSubstitution = (call: Call<typeof substitutes.end>) =>
  inTransaction(call, async (tx) => {
    const { person, params, deps } = call
    await seenCalendar(tx, person, params.id)
    const found = await livingOf.first(tx, { company_id: params.id, id: params.substitute_id })
    if (!found) throw refuse('not_found')
    ask(substitutePolicy, 'end', person, { user_id: found.user.id })
    // Somebody else may just have ended it.
    if (!(await endSubstitute(tx, found.id, momentOf(deps.clock)))) throw refuse('not_found')
    await record(tx, call, params.id, substituteInWords(found), '')
    await announceChange(tx, call, { id: found.id, company_id: params.id, became: 'ended' })
    return { message: 'Success', ...(await substitutesOf(tx, person, params.id)) }
  })

interface Turning {
  id: number
  company_id: number
}

async function start(tx: Transaction, actor: Actor, { id, company_id }: Turning): Promise<void> {
  if (await startSubstitute(tx, id, momentOf(actor.deps.clock)))
    await announceChange(tx, actor, { id, company_id, became: 'started' })
}

async function finish(tx: Transaction, actor: Actor, { id, company_id }: Turning): Promise<void> {
  if (await endSubstitute(tx, id, momentOf(actor.deps.clock)))
    await announceChange(tx, actor, { id, company_id, became: 'ended' })
}

/**
 * Starts and ends substitutions that are due by each company's own day; when several processes run it at once, each is
 * handled once.
 */
export async function turnSubstitutes(deps: Deps): Promise<void> {
  const actor = { deps, person: PRODUCT }
  const now = deps.clock.now()
  // A company's time zone may be a day ahead of the installation's.
  for (const row of await turning.all(deps.db, { latest: addDays(dayOf(now.toISOString()), 1) })) {
    const today = dayIn(row.zone ?? installationZone(), now)
    await inTransaction(actor, async (tx) => {
      if (row.date_to < today) return finish(tx, actor, row)
      if (row.started_at === null && row.date_from <= today) await start(tx, actor, row)
    }).catch((error: unknown) =>
      // One that fails must not hold up the others; the next run tries it again.
      deps.log.error({ err: error, substitute_id: row.id }, 'a substitution was not started or ended'),
    )
  }
}
