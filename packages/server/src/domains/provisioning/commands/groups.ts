import { randomUUID } from 'node:crypto'
import type { scim } from '@vypusk/contract'
import type { Call } from '../../../platform/call.ts'
import { momentOf } from '../../../platform/clock.ts'
import { refuseWith } from '../../../platform/refusal.ts'
import { inTransaction, type Transaction } from '../../../platform/transaction.ts'
import { reasons } from '../policy.ts'
import { changesOf, groupFrom, type MemberStep, type GroupAttributes } from '../rules/group.ts'
import { stepsOf } from '../rules/path.ts'
import { wrong } from '../rules/values.ts'
import { groupOf } from '../queries/groups.ts'
import { nothing, scimReply } from '../queries/replies.ts'
import {
  bumpGroup,
  changeMembers,
  groupBy,
  insertGroup,
  knownOf,
  lockDirectory,
  membersOf,
  removeGroup as forget,
} from '../store.ts'
import { settleMembers } from './many-people.ts'
import { mustBeOn, mustMatch } from './people.ts'

/** Commands for the groups of the directory. SCIM_GROUPS sets by name what a group gives to its members. */

/** @throws 400 for members that the directory has not created */
async function mustBeKnown(tx: Transaction, steps: readonly MemberStep[]): Promise<void> {
  const named = steps.filter(({ kind }) => kind !== 'remove').flatMap(({ ids }) => ids)
  if (named.length === 0) return
  const known = await knownOf(tx, named)
  const stranger = named.find((id) => !known.has(id))
  if (stranger !== undefined) throw wrong('invalidValue', `members: человека ${stranger} каталог не называл`)
}

async function change(
  call: Call<typeof scim.patchGroup> | Call<typeof scim.replaceGroup>,
  changing: (before: GroupAttributes) => { group: GroupAttributes; members: MemberStep[] },
): Promise<void> {
  mustBeOn(call)
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    await lockDirectory(tx)
    const row = await groupBy(tx, id)
    if (!row) throw refuseWith(reasons.noGroup)
    mustMatch(call, row.version)
    const { group, members } = changing({ displayName: row.display_name, externalId: row.external_id })
    await mustBeKnown(tx, members)
    const isRenamed = group.displayName !== row.display_name
    const concerned = new Set<string>()
    for (const step of members) for (const one of await changeMembers(tx, id, step)) concerned.add(one)
    if (!isRenamed && group.externalId === row.external_id && concerned.size === 0) return
    const changed_at = momentOf(call.deps.clock)
    await bumpGroup(tx, id, { display_name: group.displayName, external_id: group.externalId, changed_at })
    // A new name may give other rights.
    if (isRenamed) for (const one of await membersOf(tx, id)) concerned.add(one)
    await settleMembers(tx, call, [...concerned])
  })
}

/** Creates a group. @throws 403 while SCIM is off, 400 for members that do not exist */
export async function createGroup(call: Call<typeof scim.createGroup>) {
  mustBeOn(call)
  const { displayName, externalId, members } = groupFrom(call.body)
  const id = randomUUID()
  const at = momentOf(call.deps.clock)
  const made = await inTransaction(call, async (tx) => {
    await lockDirectory(tx)
    const step: MemberStep = { kind: 'add', ids: members }
    await mustBeKnown(tx, [step])
    await insertGroup(tx, { id, display_name: displayName, external_id: externalId, created_at: at, changed_at: at })
    await settleMembers(tx, call, await changeMembers(tx, id, step))
    return groupOf(call.deps, tx, id)
  })
  return scimReply(made, 201)
}

/** Replaces the name and all members. @throws as `patchGroup` */
export async function replaceGroup(call: Call<typeof scim.replaceGroup>) {
  const { members, ...group } = groupFrom(call.body)
  await change(call, () => ({ group, members: [{ kind: 'set', ids: members }] }))
  return scimReply(await groupOf(call.deps, call.deps.db, call.params.id))
}

/** Answers without a body unless attributes are requested: a group may have thousands of members. */
export async function patchGroup(call: Call<typeof scim.patchGroup>) {
  const steps = stepsOf(call.body)
  await change(call, (before) => changesOf(before, steps))
  if (call.query.attributes === undefined) return nothing()
  return scimReply(await groupOf(call.deps, call.deps.db, call.params.id, call.query))
}

/** Deletes a group, and takes from its members the rights it gave. @throws 404 */
export async function removeGroup(call: Call<typeof scim.removeGroup>) {
  mustBeOn(call)
  const { id } = call.params
  await inTransaction(call, async (tx) => {
    await lockDirectory(tx)
    if (!(await groupBy(tx, id))) throw refuseWith(reasons.noGroup)
    const members = await membersOf(tx, id)
    await forget(tx, id)
    await settleMembers(tx, call, members)
  })
  return nothing()
}
