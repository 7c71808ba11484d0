import type { notices } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { mayHear } from '../../access/port.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { mayBeNamedTo, reasons } from '../policy.ts'
import { reasonOf } from '../rules/reasons.ts'
import { partiesOf, thingsOf, type Thing } from './things.ts'

/** @throws 404 for a thing that does not exist or that the person may not see */
export async function knownThing(db: Db, person: Person, entity: notices.Watched, id: number): Promise<Thing> {
  const [thing] = await thingsOf(db, entity, [id])
  if (!thing || !mayHear(person, thing)) throw refuseWith(reasons.unknown)
  return thing
}

/** Whether the person follows a thing, and who else does. @throws 404 if the person may not see it */
export async function watchingOf(
  db: Db,
  person: Person,
  entity: notices.Watched,
  id: number,
): Promise<notices.Watching> {
  const thing = await knownThing(db, person, entity, id)
  const parties = await partiesOf(db, entity, [id])
  const own = parties.find((party) => party.id === person.id)
  const roles = own?.roles.filter((role) => role !== 'watching') ?? []
  const others = parties.filter(
    (party) =>
      party.watches !== false && party.id !== person.id && mayHear(party, thing) && mayBeNamedTo(person, party),
  )
  return {
    watches: own !== undefined && own.watches !== false,
    reason: roles.length > 0 ? reasonOf(roles) : null,
    watchers: others.map(({ id: user_id, name }) => ({ id: user_id, name })),
  }
}
