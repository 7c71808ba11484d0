import { sql } from 'kysely'
import { agreements } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import { isAmong, lookedFor, type Finder, type Looked, type Patterns } from '../../../platform/finding.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, knows, type Viewer } from '../../access/port.ts'
import { isOver } from '../../calendars/port.ts'
import { isNamed } from '../../catalog/port.ts'
import { statusOf } from '../rules/changes.ts'
import {
  inNotPublishingList,
  isCalledOff,
  isDateWithdrawn,
  isProviderTurn,
  isPublished,
  known,
  type In,
} from './agreements.ts'

/**
 * Selects the agreements that can be opened. Clients open an agreement on the page of its release, so those of hidden
 * releases are left out.
 */
const reachable = (db: Db, viewer: Viewer) => known(db, viewer).where(knows.release(viewer))

/**
 * Each word must occur in the release or the company. Each is searched once per word rather than once per agreement.
 */
const holdsEach = (eb: In, patterns: Patterns) =>
  Object.values(patterns).map((pattern) =>
    eb.or([
      eb('a.release_id', 'in', (releases) =>
        releases.selectFrom('shared_releases as named').select('named.id').where('named.search_text', 'like', pattern),
      ),
      isNamed('a.company_id', pattern),
    ]),
  )

const idsOf = statement(
  (db, { viewer, patterns, among, limit }: Looked & { viewer: Viewer }) =>
    reachable(db, viewer)
      .where((eb) => eb.and([...holdsEach(eb, patterns), ...isAmong(eb.ref('a.id'), among)]))
      .select('a.id')
      .orderBy('a.id', 'desc')
      .limit(limit),
  { planned: 'each time' },
)

const rowsOf = statement((db, { viewer, ids, now }: { viewer: Viewer; ids: number[]; now: string }) =>
  reachable(db, viewer)
    .where((eb) => eb.and(isAmong(eb.ref('a.id'), ids)))
    .select(['a.id', sql<string>`a.id::text`.as('number'), 'r.title', 'c.namecomp as company', 'a.release_id'])
    .select(['a.releaseDate as day', 'by_rivc', 'by_client'])
    .select([isCalledOff.as('called_off'), isPublished.as('published'), isOver('a', now).as('date_passed')])
    .select(isDateWithdrawn.as('date_withdrawn'))
    .select(isProviderTurn.as('provider_turn'))
    .select((eb) => eb.exists(inNotPublishingList(eb)).$castTo<boolean>().as('not_publishing')),
)

export const agreementFinder: Finder = {
  look: (db, person, looked) => idsOf.all(db, { viewer: eyesOf(person), ...lookedFor(looked) }),
  rows: async (db, person, ids, now) =>
    (await rowsOf.all(db, { viewer: eyesOf(person), ids, now })).map(
      ({ id, number, title, company, release_id, day, ...facts }) => {
        const state = { ...facts, status: statusOf(facts) }
        const shown = person.isRivc ? agreements.shownStatus(state) : agreements.shownToClient(state)
        return {
          id,
          number,
          title,
          company,
          release_id,
          day,
          state: agreements.agreementStatusName(shown, person.isRivc),
        }
      },
    ),
}
