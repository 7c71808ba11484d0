import { listenerOfMany, type Listener } from '../../../platform/events.ts'
import { lockReleases } from '../../releases/port.ts'
import { agreementsConcerned, livingAgreements } from '../queries/affected.ts'
import { changesOfRelease, isCarriedOut, isOpenAgain } from '../rules/consequences.ts'
import { noticeAgain } from './scope-changes.ts'
import { carryOut } from './withdrawing.ts'

/**
 * Applies the consequences that a change of a release or a company has for its agreements, whoever made the change and
 * wherever.
 */

/** The caller that changes the releases has locked them; the agreements are locked here. */
export const onReleaseChanged = listenerOfMany<'release.changed'>(async (tx, events, actor) => {
  const happened = events.flatMap(({ id: act_id, entity_id: release_id, data: { before, after, reason } }) =>
    changesOfRelease(before, after)
      .filter(({ change }) => isCarriedOut(change))
      .map(({ change, companies }) => ({ release_id, companies, cause: { change, reason, act_id } })),
  )
  const concerned = await agreementsConcerned(tx, happened)
  for (const [index, { cause }] of happened.entries()) {
    const ids = concerned[index] ?? []
    if (ids.length > 0) await carryOut(tx, actor, ids, cause)
  }
  for (const { entity_id, data } of events) {
    if (isOpenAgain(data.before, data.after)) await noticeAgain(tx, actor, entity_id)
  }
})

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
