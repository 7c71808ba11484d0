import type { Db, Deps } from '../../../../platform/call.ts'
import { agreementAround } from '../../queries/agreements.ts'
import { afterwards } from '../../../agreements/port.ts'
import { askedAnew, standing } from '../../queries/asked-anew.ts'
import { eventsBy } from '../../queries/letters.ts'
import {
  replacedForClient,
  withdrawnForClient,
  withdrawnForStaff,
  type Withdrawn,
} from '../../templates/agreement-letters.ts'
import { withOffers } from '../offerers.ts'
import { aroundThen, writtenAgain, type Outcome, type Waiting } from './letters.ts'

/** What ended the agreement, and what has been undone of it since. */
type Cause = Withdrawn & { change?: string }

/**
 * The letter about the end of an agreement. It would be the last word to a client who has been asked by another
 * agreement meanwhile, so it says that this one counts; and it says if what ended the agreement was undone. It is sent
 * all the same: it takes the date off the calendar.
 */
export async function endingLetter(db: Db, deps: Deps, waiting: Waiting): Promise<Outcome> {
  const { entity_id: id, event_id } = waiting
  const lowered = waiting.target.toLowerCase()
  const [next, now] = await Promise.all([
    askedAnew.first(db, { id, event_id, lowered }),
    standing.one(db, { id, lowered }),
  ])
  const data = waiting.data as Cause
  const since = afterwards(data.change ?? '', now, now.is_staff)
  if (!next && since === null) return waiting
  const [agreement, [event]] = await Promise.all([agreementAround(db, id), eventsBy.all(db, { ids: [event_id] })])
  const [told] = await withOffers(db, [{ agreement, event: { data } }])
  const plain = now.is_staff ? withdrawnForStaff : withdrawnForClient
  const content = next ? replacedForClient({ ...data, since }, next) : plain({ ...data, since })
  return writtenAgain(db, deps, content(told?.agreement ?? agreement, aroundThen(deps, waiting, event?.name ?? '')))
}
