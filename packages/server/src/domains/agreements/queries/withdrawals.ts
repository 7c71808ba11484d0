import { decodeName } from '@vypusk/contract'
import type { Db } from '../../../platform/call.ts'
import type { EventKinds } from '../../../platform/events.ts'
import { oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import type { Was } from '../rules/ended.ts'

/** Reads acts that withdrew agreements, from which they can be undone. */

const rowsOf = statement((db, { user_id, since }: { user_id: number; since: string }) =>
  db
    .selectFrom('agreement_withdrawals as w')
    .innerJoin('agreements as a', 'a.id', 'w.agreement_id')
    .innerJoin('shared_releases as r', 'r.id', 'a.release_id')
    .innerJoin('shared_companies as c', 'c.idcomp', 'a.company_id')
    .select(['w.act_id', 'w.change', 'w.at', 'w.agreement_id', 'c.namecomp', 'r.title as release'])
    .where('w.user_id', '=', user_id)
    .where('w.at', '>', since)
    .where('w.undone_at', 'is', null)
    .orderBy('w.act_id', 'desc')
    .orderBy('w.id')
    .limit(400),
)

/** Returns a person's acts since then that were not undone, the latest first. */
export const actsOf = async (db: Db, user_id: number, since: string) =>
  (await rowsOf.all(db, { user_id, since })).map(({ namecomp, ...row }) => ({ ...row, company: decodeName(namecomp) }))

/** Returns everything that one act of the person withdrew, in the order of the agreements. */
export const actOf = statement((db, { act_id, user_id }: { act_id: number; user_id: number }) =>
  db
    .selectFrom('agreement_withdrawals as w')
    .innerJoin('agreements as a', 'a.id', 'w.agreement_id')
    .select([
      'w.act_id',
      'w.event_id',
      'w.agreement_id',
      'w.change',
      'w.version',
      'w.at',
      'a.release_id',
      'a.company_id',
    ])
    .select((eb) => eb.ref('w.was').$castTo<Was>().as('was'))
    .where('w.act_id', '=', act_id)
    .where('w.user_id', '=', user_id)
    .orderBy('w.agreement_id'),
)

/** Returns when the agreement was ended since then by an act that was not undone. */
export const endedSince = statement((db, { id, since }: { id: number; since: string }) =>
  db
    .selectFrom('agreement_withdrawals')
    .select('at')
    .where('agreement_id', '=', id)
    .where('at', '>', since)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1),
)

/**
 * Returns the first change of each release since an act, the act's own included: what it was before that change is what
 * it was before the act. Releases that have not changed since are missing.
 */
export const changesSince = statement((db, { releases, act_id }: { releases: number[]; act_id: number }) =>
  db
    .selectFrom('shared_events')
    .distinctOn('entity_id')
    .select(['id', 'entity_id'])
    .select((eb) => eb.ref('data').$castTo<EventKinds['release.changed']>().as('data'))
    .where('entity', '=', 'release')
    .where('entity_id', '=', oneOf(releases))
    .where('kind', '=', 'release.changed')
    .where('id', '>=', act_id)
    .orderBy('entity_id')
    .orderBy('id'),
)

/** Returns those of the companies that are hidden. */
export const hiddenAmong = statement((db, { companies }: { companies: number[] }) =>
  db
    .selectFrom('shared_companies')
    .select('idcomp')
    .where('idcomp', '=', oneOf(companies))
    .where('deleted_at', 'is not', null),
)

export type ActRow = Awaited<ReturnType<typeof actOf.all>>[number]
