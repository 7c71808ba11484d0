import type { Db, Deps } from '../../../../platform/call.ts'
import { agreementAround } from '../../queries/agreements.ts'
import { askedAnew } from '../../queries/asked-anew.ts'
import { eventsBy } from '../../queries/letters.ts'
import { replacedForClient, type Withdrawn } from '../../templates/agreement-letters.ts'
import { withOffers } from '../offerers.ts'
import { aroundThen, writtenAgain, type Outcome, type Waiting } from './letters.ts'

/**
 * The letter about the end of an agreement. It would be the last word to a client who has been asked by another
 * agreement meanwhile, so it says that this one counts. It is sent all the same: it takes the date off the calendar.
 */
export async function endingLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const { entity_id: id, event_id, target } = waiting
  const next = await askedAnew.first(db, { id, event_id, lowered: target.toLowerCase() })
  if (!next) return waiting
  const [agreement, [event]] = await Promise.all([agreementAround(db, id), eventsBy.all(db, { ids: [event_id] })])
  const data = waiting.data as Withdrawn
  const [told] = await withOffers(db, [{ agreement, event: { data } }])
  const content = replacedForClient(data, next)
  return writtenAgain(db, deps, content(told?.agreement ?? agreement, aroundThen(deps, waiting, event?.name ?? '')))
}
