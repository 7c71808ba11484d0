import { companyCalendars } from '@vypusk/contract'
import { ask } from '../../../platform/ability.ts'
import type { Call } from '../../../platform/call.ts'
import { installationZone, momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { refuse, refuseField } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { calendarPolicy } from '../policy.ts'
import { calendarDetail, seenCalendar } from '../queries/calendar.ts'
import { CALENDAR_TITLES, inOrder, providersZone, weekInWords } from '../rules/week.ts'
import { isZoneKnown, lockCalendar, writeCalendar } from '../store.ts'

type Hours = Pick<companyCalendars.CompanyCalendar, 'zone' | 'working' | 'installing'>

const recorded = ({ zone, working, installing }: Hours) => ({
  zone: zone ?? providersZone(installationZone()),
  working: weekInWords(working),
  installing: weekInWords(installing),
})

async function refuseUnknown(tx: Transaction, zone: string) {
  if (!(await isZoneKnown(tx, zone))) throw refuseField('zone', companyCalendars.NO_SUCH_ZONE)
}

/** Saves a company's time zone, its working hours and the hours for installations. @throws 403, 404, 409 */
export const saveCalendar = (call: Call<typeof companyCalendars.save>) =>
  inTransaction(call, async (tx) => {
    const { id } = call.params
    const { version, zone, working, installing } = call.body
    await seenCalendar(tx, call.person, id)
    ask(calendarPolicy, 'edit', call.person, {})
    await lockCalendar(tx, id)
    const present = await seenCalendar(tx, call.person, id)
    if (version !== undefined && version !== present.version) {
      throw refuse('stale', { current: await calendarDetail(tx, call, id) })
    }
    if (zone && zone !== present.zone) await refuseUnknown(tx, zone)
    const after = { zone, working: inOrder(working), installing: installing && inOrder(installing) }
    const changed = await recordChanges(tx, call, {
      entity: 'company',
      entity_id: id,
      titles: CALENDAR_TITLES,
      before: recorded(present),
      after: recorded(after),
    })
    if (changed.length > 0) {
      const now = await writeCalendar(tx, {
        company_id: id,
        zone,
        working: JSON.stringify(after.working),
        installing: after.installing && JSON.stringify(after.installing),
        updated_by: call.person.id,
        updated_at: momentOf(call.deps.clock),
      })
      await emit(tx, call, {
        kind: 'changed',
        entity: 'company',
        entity_id: id,
        version: now,
        companies: [id],
        data: {},
      })
    }
    return { message: 'Success', calendar: await calendarDetail(tx, call, id) }
  })
