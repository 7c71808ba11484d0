import { directory, scim } from '@vypusk/contract'
import type { Call, Deps } from '../../platform/call.ts'
import type { Routes } from '../../platform/mount.ts'
import { createGroup, patchGroup, removeGroup, replaceGroup } from './commands/groups.ts'
import { settleEverybody, settleIfOther } from './commands/changed-groups.ts'
import { settlePeople } from './commands/many-people.ts'
import { onChanged, onCompanyShown, onManyChanged, settlePrevented } from './commands/prevented.ts'
import { createUser, mustBeOn, onSignInMoved, patchUser, removeUser, replaceUser } from './commands/people.ts'
import { ownConfig, ownResourceTypes, ownSchemas } from './queries/description.ts'
import { groupOf, groupsOf } from './queries/groups.ts'
import { peopleOf, personOf } from './queries/people.ts'
import { scimReply } from './queries/replies.ts'
import { concernsPrevented } from './queries/prevented.ts'
import { statusOf } from './queries/status.ts'

/** While SCIM is off, reading is refused just as changes are. */
const scimRoute =
  <ScimCall extends Call>(read: (call: ScimCall) => Promise<object>) =>
  async (call: ScimCall) => {
    mustBeOn(call)
    return scimReply(await read(call))
  }

export const routes: Routes = (mount) => {
  mount(directory.get, ({ deps }) => statusOf(deps))
  mount(scim.config, scimRoute(ownConfig))
  mount(scim.resourceTypes, scimRoute(ownResourceTypes))
  mount(scim.schemas, scimRoute(ownSchemas))
  mount(scim.listUsers, scimRoute(peopleOf))
  mount(
    scim.getUser,
    scimRoute(({ deps, params, query }: Call<typeof scim.getUser>) => personOf(deps, deps.db, params.id, query)),
  )
  mount(scim.createUser, createUser)
  mount(scim.replaceUser, replaceUser)
  mount(scim.patchUser, patchUser)
  mount(scim.removeUser, removeUser)
  mount(scim.listGroups, scimRoute(groupsOf))
  mount(
    scim.getGroup,
    scimRoute(({ deps, params, query }: Call<typeof scim.getGroup>) => groupOf(deps, deps.db, params.id, query)),
  )
  mount(scim.createGroup, createGroup)
  mount(scim.replaceGroup, replaceGroup)
  mount(scim.patchGroup, patchGroup)
  mount(scim.removeGroup, removeGroup)
}

/**
 * Subscribes to what can end an obstacle to somebody's rights, and starts the jobs that settle people again: these, and
 * everybody when the setting of groups is another one.
 */
export async function connect(deps: Deps): Promise<void> {
  deps.listeners.on('changed', onChanged, concernsPrevented)
  deps.listeners.on('company.shown', onCompanyShown, concernsPrevented)
  deps.listeners.on('many_changed', onManyChanged, concernsPrevented)
  deps.listeners.on('user.sign_in_moved', onSignInMoved)
  await deps.jobs.work('settle_prevented', () => settlePrevented(deps))
  await deps.jobs.work('settle_people', (data) => settlePeople(deps, data))
  await deps.jobs.work('settle_everybody', (data) => settleEverybody(deps, data))
  await settleIfOther(deps)
}
