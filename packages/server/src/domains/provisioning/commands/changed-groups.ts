import { forgetSetting, noteSetting } from '../../../platform/database/noted-setting.ts'
import type { Deps } from '../../../platform/call.ts'
import { PRODUCT } from '../../../platform/person.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import '../events.ts'
import { lockDirectory, presentPeople } from '../store.ts'
import { AT_ONCE } from './many-people.ts'
import { settle } from './settling.ts'

/**
 * Another `SCIM_GROUPS` gives other rights to people of whom the directory has nothing new to report, so at the start
 * everybody is settled once.
 */

const KEY = 'scim_groups'

const groupsOf = ({ settings }: Deps): string | null => settings.scim && JSON.stringify(settings.scim.groups)

/** Queues the job if the setting is another than the one that was last acted on. */
export async function settleIfOther(deps: Deps): Promise<void> {
  const groups = groupsOf(deps)
  await inTransaction({ deps, person: PRODUCT }, async (tx) => {
    if (groups === null) await forgetSetting(tx, KEY)
    else if (await noteSetting(tx, KEY, groups)) await deps.jobs.send(tx, 'settle_everybody', { groups })
  })
}

/**
 * Settles everybody by these groups.
 * @throws Error where the setting is another one, so that a process that was started with these groups takes the job
 */
export async function settleEverybody(deps: Deps, { groups }: { groups: string }): Promise<void> {
  if (groupsOf(deps) !== groups) throw new Error('SCIM_GROUPS of this process is not the one to settle by')
  const actor = { deps, person: PRODUCT }
  let after: string | null = null
  do {
    const last: string | null = after
    after = await inTransaction(actor, async (tx) => {
      await lockDirectory(tx)
      const ids = await presentPeople(tx, { after: last, limit: AT_ONCE })
      await settle(tx, actor, ids)
      return ids.length < AT_ONCE ? null : (ids.at(-1) ?? null)
    })
  } while (after !== null)
}
