import type { Listener } from '../../../platform/events.ts'
import { lockRelease } from '../../releases/port.ts'
import { agreementsOfCompany, agreementsOfRelease } from '../queries/affected.ts'
import { changesOfRelease } from '../rules/consequences.ts'
import { carryOut } from './withdrawing.ts'

/** What a change of a release or of a company means for its agreements, whoever made it and wherever. */

/** The release is taken by whoever changes it; its agreements are taken here. */
export const onReleaseChanged: Listener<'release.changed'> = async (tx, event, actor) => {
  const { before, after, reason } = event.data
  for (const { change, companies } of changesOfRelease(before, after)) {
    const ids = await agreementsOfRelease(tx, event.entity_id, companies)
    if (ids.length > 0) await carryOut(tx, actor, ids, { change, reason, act_id: event.id })
  }
}

/** A company that is hidden in administration is asked for nothing any more; shown again, it is not asked by that. */
export const onCompanyHidden: Listener<'company.hidden'> = async (tx, event, actor) => {
  const found = await agreementsOfCompany(tx, event.entity_id)
  for (const release_id of new Set(found.map((one) => one.release_id))) await lockRelease(tx, release_id)
  const ids = found.map(({ id }) => id)
  if (ids.length > 0) await carryOut(tx, actor, ids, { change: 'company_hidden', reason: '', act_id: event.id })
}
