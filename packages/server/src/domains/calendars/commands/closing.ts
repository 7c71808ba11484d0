import { isDeepStrictEqual } from 'node:util'
import type { companyCalendars, planning } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { calendarPolicy, closedPolicy } from '../policy.ts'
import { calendarDetail, seenCalendar } from '../queries/calendar.ts'
import { closedBy, closedFrom } from '../queries/closed.ts'
import { deleteClosed, insertClosed, lockCalendar } from '../store.ts'
import '../events.ts'

const titles = { namecomp: 'Компания', date_from: 'С', date_to: 'По', reason: 'Причина' }
type Recorded = Record<keyof typeof titles, string | null>
const OPEN: Recorded = { namecomp: null, date_from: null, date_to: null, reason: null }

const recorded = ({ company, date_from, date_to, reason }: planning.Freeze): Recorded => ({
  namecomp: company?.namecomp ?? 'Все компании',
  date_from,
  date_to,
  reason,
})

interface ClosedDaysChange {
  id: number
  idcomp: number | null
  before: Recorded | null
  after: Recorded
}

/**
 * Records the change in the history, and emits events for the company and for people who plan. The provider's own days
 * are shown to everybody.
 */
async function note(tx: Transaction, actor: Actor, { id, idcomp, before, after }: ClosedDaysChange) {
  await recordChanges(tx, actor, { entity: 'freeze', entity_id: id, titles, before, after })
  if (idcomp !== null) {
    await emit(tx, actor, { kind: 'changed', entity: 'company', entity_id: idcomp, companies: [idcomp], data: {} })
  }
  await emit(tx, actor, {
    kind: 'changed',
    entity: 'freeze',
    entity_id: id,
    companies: idcomp === null ? null : [],
    data: {},
  })
}

interface Days {
  /** Null for the provider's own days. */
  idcomp: number | null
  date_from: string
  date_to: string
  reason: string
}

/** What stands for everybody's calendar where a company is named. */
const EVERYBODY = 0

/** Days that one side has closed with the same words already; a call repeated after its answer was lost finds them. */
async function sameDays(tx: Transaction, { person }: Actor, days: Days): Promise<planning.Freeze | undefined> {
  const all = await closedFrom(tx, days.date_to)
  return all.find(
    ({ company, date_from, date_to, reason, by_client }) =>
      by_client === !person.isRivc &&
      isDeepStrictEqual({ idcomp: company?.idcomp ?? null, date_from, date_to, reason }, { ...days }),
  )
}

/** Closes days for installations as part of a transaction; days that are closed so already stay as they are. */
export async function closeInside(tx: Transaction, actor: Actor, { idcomp, date_from, date_to, reason }: Days) {
  const { person, deps } = actor
  const days = { idcomp, date_from, date_to, reason }
  await lockCalendar(tx, idcomp ?? EVERYBODY)
  const known = await sameDays(tx, actor, days)
  if (known) return known
  const id = await insertClosed(tx, { ...days, author_id: person.id, created_at: momentOf(deps.clock) })
  const made = await closedBy(tx, id)
  if (!made) throw refuse('conflict')
  await note(tx, actor, { id, idcomp, before: null, after: recorded(made) })
  return made
}

/** Opens the days again as part of a transaction. @throws 404 */
export async function openInside(tx: Transaction, actor: Actor, id: number) {
  const days = await closedBy(tx, id)
  // Somebody else may just have opened the same days.
  if (!days || !(await deleteClosed(tx, days.id))) throw refuse('not_found')
  await note(tx, actor, { id, idcomp: days.company?.idcomp ?? null, before: recorded(days), after: OPEN })
}

/** Closes days of a company; used by its own people and by staff. @throws 403, 404 */
export const closeDays = (call: Call<typeof companyCalendars.close>) =>
  inTransaction(call, async (tx) => {
    const { id } = call.params
    await seenCalendar(tx, call.person, id)
    ask(calendarPolicy, 'edit', call.person, {})
    await closeInside(tx, call, { ...call.body, idcomp: id })
    return { message: 'Success', calendar: await calendarDetail(tx, call, id) }
  })

/** Opens closed days again. @throws 403, 404 */
export const openDays = (call: Call<typeof companyCalendars.open>) =>
  inTransaction(call, async (tx) => {
    const { id, closed_id } = call.params
    const { closed } = await calendarDetail(tx, call, id)
    const days = closed.find((one) => one.id === closed_id)
    if (!days) throw refuse('not_found')
    ask(closedPolicy, 'open', call.person, days)
    await openInside(tx, call, closed_id)
    return { message: 'Success', calendar: await calendarDetail(tx, call, id) }
  })
