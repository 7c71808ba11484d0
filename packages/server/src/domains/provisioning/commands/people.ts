import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { scim } from '@vypusk/contract'
import type { Actor, Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import type { ScimSettings } from '../../../platform/corporate/settings.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { known, reasons } from '../policy.ts'
import { stepsOf } from '../rules/path.ts'
import { changedBy, identityOf, personFrom, type Attributes, type PersonAttributes } from '../rules/person.ts'
import { personOf } from '../queries/people.ts'
import { etagOf, nothing, scimReply } from '../queries/replies.ts'
import {
  bumpPerson,
  goneBy,
  insertScimPerson,
  leaveGroups,
  localAccounts,
  lockDirectory,
  moveScimPerson,
  personBy,
  updateScimPerson,
  type PersonRow,
} from '../store.ts'
import type { Listener } from '../../../platform/events.ts'
import { settle } from './settling.ts'

/** Commands for the people of the directory (RFC 7644, 3.3 to 3.6). */

/** @throws 403 if no groups are set up */
export function mustBeOn({ deps }: Actor): ScimSettings {
  if (!deps.settings.scim) throw refuseWith(reasons.off)
  return deps.settings.scim
}

/** @throws 412 if it was changed since it was read */
export function mustMatch({ request }: Pick<Call, 'request'>, version: number): void {
  const ifMatch = request.headers['if-match']
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.includes(etagOf(version))) throw refuseWith(reasons.stale)
}

const columnsOf = ({ userName, externalId, displayName, name, emails, active }: PersonAttributes) => ({
  user_name: userName,
  external_id: externalId,
  attributes: JSON.stringify({ displayName, name, emails } satisfies Attributes),
  active,
})

/** A deep comparison, because the database stores the parts of an attribute in its own order. */
const isSame = (person: PersonAttributes, before: PersonAttributes) => isDeepStrictEqual(person, before)

function attributesOf({ user_name, external_id, attributes, active }: PersonRow): PersonAttributes {
  // Written by `columnsOf` only.
  const { displayName, name, emails } = attributes as Attributes
  return { userName: user_name, externalId: external_id, active, displayName, name, emails }
}

/**
 * The existing account of a person the directory creates: none, or the one found by the setting.
 * @throws 409 if an account exists and cannot be linked
 */
async function accountToLink(
  tx: Transaction,
  person: PersonAttributes,
  { linksBy }: ScimSettings,
): Promise<number | null> {
  const { login, email } = identityOf(person)
  const found = await localAccounts(tx, { login, email })
  const [first] = found
  if (!first) return null
  const same = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase()
  const meant = found.filter((one) => (linksBy === 'login' ? same(one.login, login) : same(one.email, email)))
  // If two accounts match, neither is linked.
  if (linksBy !== 'nothing' && meant.length === 1 && found.length === 1) return first.id
  throw refuseWith([409, known(first.login)], { scimType: 'uniqueness' })
}

/** The account of a new person: of somebody who returns, of somebody with an account already, or none yet. */
async function takeAccount(tx: Transaction, person: PersonAttributes, scim: ScimSettings) {
  const gone = await goneBy(tx, { external_id: person.externalId, user_name: person.userName })
  if (!gone) return { user_id: await accountToLink(tx, person, scim) }
  await updateScimPerson(tx, gone.id, { user_id: null })
  return { user_id: gone.user_id, is_shut: gone.is_shut, has_entered: gone.has_entered }
}

/** Creates a person, linked to an account where there is one to link. @throws 409 for a login that somebody has */
export async function createUser(call: Call<typeof scim.createUser>) {
  const settings = mustBeOn(call)
  const person = personFrom(call.body, { active: true })
  const id = randomUUID()
  const at = momentOf(call.deps.clock)
  const made = await inTransaction(call, async (tx) => {
    await lockDirectory(tx)
    const account = await takeAccount(tx, person, settings)
    await insertScimPerson(tx, { id, ...columnsOf(person), ...account, created_at: at, changed_at: at })
    await settle(tx, call, [id])
    return personOf(call.deps, tx, id)
  })
  return scimReply(made, 201)
}

/** @throws 409 if somebody else has this login */
async function refuseTaken(tx: Transaction, { user_name }: PersonRow, { userName }: PersonAttributes): Promise<void> {
  if (userName.toLowerCase() === user_name.toLowerCase()) return
  const [other] = await localAccounts(tx, { login: userName, email: null })
  if (other) throw refuseWith([409, known(other.login)], { scimType: 'uniqueness' })
}

/** Changes a person; a step that changes nothing is ignored. */
async function change(call: Call<typeof scim.patchUser>, changing: (person: PersonAttributes) => PersonAttributes) {
  mustBeOn(call)
  const { id } = call.params
  const changed = await inTransaction(call, async (tx) => {
    await lockDirectory(tx)
    const row = await personBy(tx, id)
    if (!row) throw refuseWith(reasons.noPerson)
    mustMatch(call, row.version)
    const before = attributesOf(row)
    const person = changing(before)
    await refuseTaken(tx, row, person)
    if (!isSame(person, before)) {
      await bumpPerson(tx, id, { ...columnsOf(person), changed_at: momentOf(call.deps.clock) })
      await settle(tx, call, [id])
    }
    return personOf(call.deps, tx, id)
  })
  return scimReply(changed)
}

/** Replaces the attributes of a person. @throws 404, 409 for a login that somebody has, 412 if it changed meanwhile */
export const replaceUser = (call: Call<typeof scim.replaceUser>) =>
  change(call, (person) => personFrom(call.body, person))

/** Changes some attributes. @throws as `replaceUser` */
export function patchUser(call: Call<typeof scim.patchUser>) {
  const steps = stepsOf(call.body)
  return change(call, (person) => changedBy(person, steps))
}

/** Deletes a person from the directory. The account stays for its history, and nobody can sign in with it. */
export async function removeUser(call: Call<typeof scim.removeUser>) {
  mustBeOn(call)
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    await lockDirectory(tx)
    const row = await personBy(tx, id)
    if (!row) throw refuseWith(reasons.noPerson)
    const at = momentOf(call.deps.clock)
    await leaveGroups(tx, id)
    await bumpPerson(tx, id, { active: false, gone_at: at, changed_at: at })
    await settle(tx, call, [id])
  })
  return nothing()
}

/** Listens to people who sign in with another of their accounts from now on. */
export const onSignInMoved: Listener<'user.sign_in_moved'> = async (tx, { entity_id, data }) => {
  await moveScimPerson(tx, entity_id, data.to)
}
