import type { Actor } from '../../../platform/call.ts'
import { speaksOfRegistry } from '../../../platform/corporate/rights.ts'
import { emit, type EventActor } from '../../../platform/events.ts'
import { refuse, refuseWith } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { lockAdministrators, lockPerson, type LockedPerson } from '../../auth/port.ts'
import { byDirectory, reasons } from '../policy.ts'

/** Announces that a person has changed. @param person as they are now */
export const emitPersonChange = (
  tx: Transaction,
  actor: EventActor,
  { id, idcomp, version }: { id: number; idcomp: number | null; version: number },
) =>
  emit(tx, actor, {
    kind: 'changed',
    entity: 'user',
    entity_id: id,
    version,
    companies: idcomp === null ? [] : [idcomp],
    data: {},
  })

/**
 * Locks and returns the person to change. Also checks that the actor is still an administrator, because another one may
 * just have ended that.
 */
export async function lockPersonToChange(tx: Transaction, actor: Actor, id: number): Promise<LockedPerson> {
  const administrators = await lockAdministrators(tx)
  if (!administrators.includes(actor.person.id)) throw refuse('forbidden')
  const target = await lockPerson(tx, id)
  if (!target) throw refuseWith(reasons.noPerson)
  return target
}

/** Checks that no field which the company's directory gives a person was changed by hand. @throws 422 at those fields */
export function refuseKeptFields({ deps }: Actor, before: object, after: object): void {
  const registry = speaksOfRegistry(deps.settings.scim?.groups ?? [])
  const fields = byDirectory({ ...before }, { ...after }, { speaksOfRegistry: registry })
  const named = fields.map((field) => (field === 'idcomp' ? 'company' : field))
  const [, sentence] = reasons.byDirectory
  if (named.length === 0) return
  throw refuseWith(reasons.byDirectory, { errors: Object.fromEntries(named.map((field) => [field, [sentence]])) })
}
