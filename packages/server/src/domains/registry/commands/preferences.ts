import type { registry } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { keepPageSettings } from '../../auth/port.ts'
import { columnsFor, SETTINGS, selfColumns } from '../queries/settings.ts'
import { arranged, isNewVisit } from '../rules.ts'
import { lockVisit, writeVisit } from '../store.ts'

/** Saves how the person has arranged the columns. */
export const updateSelfColumns = (call: Call<typeof registry.updateSelfColumns>) =>
  inTransaction(call, async (tx) => {
    const { person, body } = call
    const kept = { density: body.density ?? (await selfColumns(tx, person)).density }
    const columns = arranged(columnsFor(person), body.columns)
    await keepPageSettings(tx, person, SETTINGS.columns, { ...kept, columns })
    return { message: 'Success', columns, ...kept }
  })

/** Saves the companies that the person filters by. */
export const updateSelfFilters = (call: Call<typeof registry.updateSelfFilters>) =>
  inTransaction(call, async (tx) => {
    await keepPageSettings(tx, call.person, SETTINGS.filters, call.body)
    return { message: 'Success' }
  })

/** Notes that the person is here; after a long absence a new visit begins. */
export const visit = (call: Call<typeof registry.visit>) =>
  inTransaction(call, async (tx) => {
    const { person, deps } = call
    const known = await lockVisit(tx, person.id)
    const isNew = known !== undefined && isNewVisit(known.last_at, deps.clock.now())
    const since = isNew ? known.last_at : (known?.previous_at ?? null)
    await writeVisit(tx, person.id, since, momentOf(deps.clock))
    return { message: 'Success', since }
  })
