import type { adminCompanies } from '@vypusk/contract'
import type { Call, Actor } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { emit } from '../../../platform/events.ts'
import { recordChanges } from '../../../platform/history.ts'
import { namedApart } from '../../../platform/named-apart.ts'
import { refuse, refuseField, refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import {
  insertCompany,
  lockCompany,
  modulesNamed,
  modulesOfCompany,
  patchCompany,
  writeModules,
} from '../../catalog/port.ts'
import { lockPeopleIn } from '../../auth/port.ts'
import { mayHideCompany, reasons } from '../policy.ts'
import { companyDetail, usesOfCompany } from '../queries/companies.ts'
import { closeCompany } from './first-company.ts'

const titles = { namecomp: 'Название', modules: 'Модули' }

const emitChange = (tx: Transaction, actor: Actor, entity_id: number, version: number) =>
  emit(tx, actor, { kind: 'changed', entity: 'company', entity_id, version, companies: [entity_id], data: {} })

/** Returns the modules with their names. @throws 422 when a module does not exist */
async function knownModules(tx: Transaction, ids: number[]) {
  const known = await modulesNamed(tx, ids)
  if (known.length < new Set(ids).size) throw refuseField('modules', 'Модуль не найден')
  return known
}

async function lock(tx: Transaction, id: number) {
  const company = await lockCompany(tx, id)
  if (!company) throw refuseWith(reasons.noCompanyHere)
  return company
}

const saved = async ({ deps }: Actor, id: number) => ({ message: 'Success', company: await companyDetail(deps.db, id) })

/** Creates a company that uses the given modules. */
export async function createCompany(call: Call<typeof adminCompanies.create>) {
  const { namecomp, modules } = call.body
  const id = await inTransaction(call, async (tx) => {
    const names = (await knownModules(tx, modules)).map(({ name }) => name)
    const { idcomp } = await insertCompany(tx, namecomp, momentOf(call.deps.clock))
    await writeModules(tx, idcomp, modules)
    const after = { namecomp, modules: names }
    await recordChanges(tx, call, { entity: 'company', entity_id: idcomp, titles, before: null, after })
    await emitChange(tx, call, idcomp, 1)
    return idcomp
  })
  return saved(call, id)
}

/** Renames a company and sets which modules it uses. */
export async function saveCompany(call: Call<typeof adminCompanies.save>) {
  const { id } = call.params
  const { namecomp, modules, version } = call.body
  await inTransaction(call, async (tx) => {
    const company = await lock(tx, id)
    if (version !== undefined && version !== company.version) {
      throw refuse('stale', { current: await companyDetail(tx, id) })
    }
    // Modules of two systems may have the same name.
    const [used = [], wanted = []] = namedApart(await modulesOfCompany(tx, id), await knownModules(tx, modules))
    const before = { namecomp: company.namecomp, modules: used }
    const after = { namecomp, modules: wanted }
    const changed = await recordChanges(tx, call, { entity: 'company', entity_id: id, titles, before, after })
    if (changed.length === 0) return
    await writeModules(tx, id, modules)
    await emitChange(tx, call, id, await patchCompany(tx, id, { namecomp }))
  })
  return saved(call, id)
}

/** Hides a company everywhere it can be chosen, or shows it again. */
export async function hideCompany(call: Call<typeof adminCompanies.hide>) {
  const { id } = call.params
  const { is_hidden } = call.body
  await inTransaction(call, async (tx) => {
    const company = await lock(tx, id)
    const before = { is_hidden: company.deleted_at !== null }
    if (before.is_hidden === is_hidden) return
    if (is_hidden) {
      // Whoever goes on in another company must still belong to it when this one is hidden.
      await lockPeopleIn(tx, id)
      const may = mayHideCompany(await usesOfCompany(tx, id))
      if (may !== true) throw refuseWith(may)
      await closeCompany(tx, call, id)
    }
    const hidden = { is_hidden: 'Скрыта' }
    await recordChanges(tx, call, { entity: 'company', entity_id: id, titles: hidden, before, after: { is_hidden } })
    const deleted_at = is_hidden ? momentOf(call.deps.clock) : null
    const version = await patchCompany(tx, id, { deleted_at })
    const about = { entity: 'company' as const, entity_id: id, version, companies: [id], data: {} }
    await emit(tx, call, { ...about, kind: is_hidden ? 'company.hidden' : 'company.shown' })
  })
  return saved(call, id)
}
