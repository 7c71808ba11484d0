import type { Listener } from '../../../platform/events.ts'
import { lockReleases } from '../../releases/port.ts'
import { agreementsOfRelease, livingAgreements } from '../queries/affected.ts'
import { changesOfRelease, isOpenAgain } from '../rules/consequences.ts'
import { noticeAgain } from './scope-changes.ts'
import { carryOut } from './withdrawing.ts'

/**
 * Applies the consequences that a change of a release or a company has for its agreements, whoever made the change and
 * wherever.
 */

/** The caller that changes the release has locked it; the agreements are locked here. */
export const onReleaseChanged: Listener<'release.changed'> = async (tx, event, actor) => {
  const { before, after, reason } = event.data
  for (const { change, companies } of changesOfRelease(before, after)) {
    const ids = await agreementsOfRelease(tx, event.entity_id, companies)
    if (ids.length > 0) await carryOut(tx, actor, ids, { change, reason, act_id: event.id })
  }
  if (isOpenAgain(before, after)) await noticeAgain(tx, actor, event.entity_id)
}

/**
 * Withdraws the agreements of a company that is hidden in administration. Showing the company again does not ask it
 * again.
 */
export const onCompanyHidden: Listener<'company.hidden'> = async (tx, event, actor) => {
  const found = await livingAgreements.all(tx, { company_id: event.entity_id })
  await lockReleases(tx, [...new Set(found.map((one) => one.release_id))])
  const ids = found.map(({ id }) => id)
  if (ids.length > 0) await carryOut(tx, actor, ids, { change: 'company_hidden', reason: '', act_id: event.id })
}
