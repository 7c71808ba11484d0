import { sql } from 'kysely'
import { statement } from '../../../platform/statement.ts'

/**
 * What a closed release means for those who were asked about it. This is the only place that says so; agreements,
 * calendars, readiness and what waits for people read it.
 */

/** SQL that checks whether a step is a closed one. @param step_id a column with the id of a step */
export const isClosedStep = (step_id: string) => sql<boolean>`exists (
  select from release_steps as closing where closing.id = ${sql.ref(step_id)} and closing.kind = 'closed')`

/**
 * SQL that checks whether a step is not a closed one, for queries of many releases: the closed steps are read once, and
 * other releases are left out before anything is looked up for them. @param step_id a column with the id of a step
 */
export const isOpenStep = (step_id: string) => sql<boolean>`(${sql.ref(step_id)} <> all (array(
  select closing.id from release_steps as closing where closing.kind = 'closed')))`

/**
 * SQL that checks whether a release was published to a company, which means handed over to it.
 * @param release_id a column with the id of the release
 * @param idcomp a column with the id of the company
 */
export const publishedTo = (release_id: string, idcomp: string) => sql<boolean>`exists (
    select from handed_to as handed
    where handed.release_id = ${sql.ref(release_id)} and handed.idcomp = ${sql.ref(idcomp)})`

/**
 * SQL that checks whether a release is called off for a company: it was closed without being handed over to it, and
 * nothing is going to be installed there.
 * @param release_id a column with the id of the release
 * @param idcomp a column with the id of the company
 */
export const calledOff = (release_id: string, idcomp: string) => sql<boolean>`(exists (
    select from releases as ended where ended.id = ${sql.ref(release_id)} and ${isClosedStep('ended.step_id')})
  and not ${publishedTo(release_id, idcomp)})`

/**
 * SQL that reads the ids of the companies that a release was published to, once for all companies of a query.
 * @param release_id a column of the release, outside the query of its companies
 */
export const companiesPublishedTo = (release_id: string) => sql<number[]>`array(
    select handed.idcomp from handed_to as handed where handed.release_id = ${sql.ref(release_id)})`

/** SQL that checks whether a company is one of them. */
export const publishedAmong = (release_id: string, idcomp: string) =>
  sql<boolean>`(${sql.ref(idcomp)} = any(${companiesPublishedTo(release_id)}))`

/**
 * Whether it is called off for a company, where the release's step was read anyway.
 * @param kind a column with the kind of that step
 */
export const calledOffAtStep = (kind: string, release_id: string, idcomp: string) =>
  sql<boolean>`(${sql.ref(kind)} = 'closed' and not ${publishedAmong(release_id, idcomp)})`

/**
 * Returns the releases on a step that would be called off for a company that was ever asked, if the step became a
 * closed one.
 */
export const calledOffWith = statement((db, { step_id }: { step_id: number }) =>
  db
    .selectFrom('releases')
    .select('id')
    .where('step_id', '=', step_id)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('agreements_for_releases as asked')
          .select('asked.id')
          .whereRef('asked.release_id', '=', 'releases.id')
          .where('asked.deleted_at', 'is', null)
          .where(sql<boolean>`(asked.by_rivc or asked.heard_at is not null)`)
          .where(sql<boolean>`not ${publishedTo('asked.release_id', 'asked.company_id')}`)
          .where(sql<boolean>`not exists (select from not_publishing_list as listed
            where listed.release_id = asked.release_id and listed.idcomp = asked.company_id)`),
      ),
    )
    .orderBy('id'),
)
