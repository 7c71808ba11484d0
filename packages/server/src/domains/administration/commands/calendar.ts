import type { adminCalendar } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { dayInWords } from '../../../platform/text/plain-text.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { hasDays, insertDays, lockDay, removeDay, writeDay } from '../../catalog/port.ts'
import { reasons } from '../policy.ts'
import { holidaysOf, workingDayInWords } from '../rules.ts'

/** Makes plans, calculations and calendars on open screens read the days again. */
const emitChange = (tx: Transaction, actor: Actor, year: number) =>
  emit(tx, actor, { kind: 'changed', entity: 'calendar', entity_id: year, companies: null, data: {} })

/** Sets how long a day is worked and why, or resets it to an ordinary day. */
export const setDay = (call: Call<typeof adminCalendar.setDay>) =>
  inTransaction(call, async (tx) => {
    const { day, minutes, name } = call.body
    const year = Number(day.slice(0, 4))
    const before = await lockDay(tx, day)
    if (minutes === null) await removeDay(tx, day)
    else await writeDay(tx, { day, minutes, name })
    const changed = await recordChanges(tx, call, {
      entity: 'calendar',
      entity_id: year,
      titles: { day: dayInWords(day) },
      before: { day: workingDayInWords(before?.minutes ?? null, before?.name ?? '') },
      after: { day: workingDayInWords(minutes, name) },
    })
    if (changed.length > 0) await emitChange(tx, call, year)
    return { message: 'Success' }
  })

/** Fills a year that has no days yet with the public holidays. */
export const addYear = (call: Call<typeof adminCalendar.addYear>) =>
  inTransaction(call, async (tx) => {
    const { year } = call.params
    if ((await hasDays(tx, year)) || !(await insertDays(tx, holidaysOf(year)))) throw refuseWith(reasons.yearFilled)
    await recordChanges(tx, call, {
      entity: 'calendar',
      entity_id: year,
      titles: { year: `${year} год` },
      before: null,
      after: { year: 'заполнен праздниками' },
    })
    await emitChange(tx, call, year)
    return { message: 'Success' }
  })
