import type { Db } from '../../../platform/call.ts'
import { mayHear } from '../../access/port.ts'
import { NO_LONGER_THEIRS } from '../../publications/port.ts'
import { followersNow, isListed } from '../queries/followers.ts'
import { needless, type Outcome, type Waiting } from './waiting-letters.ts'

/** What may become of a letter to one person about news, which is stored under them. */

const UNSEEN = 'Того, о чём это письмо, больше нет, или человек его больше не видит'

/** They report exactly that their reader may know no more of a thing. */
const PARTING: ReadonlySet<string> = new Set(['agreement.withdrawn', 'publication.withdrawn'])

/** The letter about one event, while its reader may know of its thing. */
export async function noticeLetter(db: Db, waiting: Waiting): Promise<Outcome> {
  const { about_entity: entity, about_id: entity_id, entity_id: user_id, kind } = waiting
  // A letter that the release before wrote does not say what it is about.
  if (entity === null || entity_id === null || PARTING.has(kind)) return waiting
  const thing = { entity, entity_id }
  const reader = (await followersNow(db, thing, [user_id])).get(user_id)
  if (!reader || !mayHear(reader, { entity, companies: reader.companies })) return needless(UNSEEN)
  const isLeft = reader.idcomp !== null && (await isListed(db, thing, reader.idcomp))
  return isLeft ? needless(NO_LONGER_THEIRS) : waiting
}
