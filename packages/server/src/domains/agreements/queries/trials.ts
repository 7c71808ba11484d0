import { sql } from 'kysely'
import type { trials } from '@vypusk/contract'
import { abilitiesBy } from '../../../platform/ability.ts'
import type { Db, Person } from '../../../platform/call.ts'
import { refuse } from '../../../platform/refusal.ts'
import { momentInJson } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { eyesOf, isReleaseKnown, knows, type Viewer } from '../../access/port.ts'
import { trialPolicy } from '../policy.ts'
import { progressOf, trialStateOf } from '../rules/trials.ts'
import { isAwaited } from './waiting-client.ts'
import { knownAgreement, type KnownAgreement } from './agreements.ts'

interface Row {
  request_id: number
  e_title: string
  in_release: boolean
  results: trials.Result[]
}

interface Of {
  agreement_id: number
  company_id: number
  viewer: Viewer
}

/** The files that show a failure: those of the first entry of its remark, even after its text is withdrawn. */
const filesOf = (thread: string) => sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'file_name', f.file_name, 'version', f.version, 'size', f.size,
    'sha256', f.sha256, 'uploaded', ${momentInJson('f.uploaded')}) order by f.id), '[]')
  from (select e.id from shared_entries as e where e.thread_id = ${sql.ref(thread)} order by e.id limit 1) as first
  join shared_entry_files as ef on ef.entry_id = first.id
  join shared_files as f on f.id = ef.file_id and f.deleted_at is null)`

/**
 * Selects the company's requests in the release, and those that had test results before they left it. Requests that the
 * company may not see any more are for staff only.
 */
const requests = statement(
  (_, { agreement_id, viewer, company_id }: Of) => sql<Row>`
    select q.id as request_id, q.e_title, own.request_id is not null as in_release, coalesce(given.results, '[]') as results
    from (
      select request_id from requests_for_agreements where agreement_id = ${agreement_id}::int
      union
      select request_id from test_results where agreement_id = ${agreement_id}::int) as tested
    join shared_requests as q on q.id = tested.request_id
    left join requests_for_agreements as own on own.agreement_id = ${agreement_id}::int and own.request_id = q.id
    left join lateral (
      select json_agg(json_build_object('id', t.id, 'verdict', t.verdict, 'build', t.build, 'comment', t.comment, 'thread_id', t.thread_id, 'files', ${filesOf('t.thread_id')},
        'user', json_build_object('id', coalesce(t.user_id, 0), 'name', coalesce(u.name, t.address)),
        'on_behalf', t.on_behalf, 'at', ${momentInJson('t.at')}) order by t.id desc) as results
      from test_results as t left join shared_users as u on u.id = t.user_id
      where t.agreement_id = ${agreement_id}::int and t.request_id = q.id) as given on true
    where q.idcomp = ${company_id}::int and ${viewer.isRivc ? sql`true` : knows.request(viewer)}
    order by in_release desc, q.id`,
)

/** Hides the name of somebody who answered without an account, except from staff and from themselves. */
const namedTo =
  ({ isRivc, email }: Person) =>
  (result: trials.Result): trials.Result =>
    isRivc || result.user.id !== 0 || result.user.name === email ? result : { ...result, user: { id: 0, name: '' } }

const builds = statement((db, { id }: { id: number }) =>
  db.selectFrom('agreements').select('build').where('id', '=', id),
)

export type Trying = Omit<trials.Trials, 'abilities'> & { agreement: KnownAgreement; build: string }

/**
 * Returns the tests of an agreement's company; null when the person may not see the agreement. A hidden release has no
 * requests here.
 */
export async function tryingOf(db: Db, person: Person, id: number): Promise<Trying | null> {
  const agreement = await knownAgreement(db, person, id)
  if (!agreement) return null
  const { release_id, company_id, isPublishedOnTestEnv } = agreement
  const [{ build }, isKnown] = await Promise.all([builds.one(db, { id }), isReleaseKnown(db, person, release_id)])
  const rows = isKnown ? await requests.all(db, { agreement_id: id, company_id, viewer: eyesOf(person) }) : []
  const all = rows.map((row) => ({
    ...row,
    results: row.results.map(namedTo(person)),
    standing: trialStateOf(row.results, build),
  }))
  return { agreement, agreement_id: id, isPublishedOnTestEnv, build, progress: progressOf(all), requests: all }
}

const failed = statement(
  (_, { id }: { id: number }) => sql<{ build: string; id: number; e_title: string }>`
    select a.build, q.request_id as id, q.e_title
    from agreements as a
    join shared_releases as r on r.id = a.release_id and r.is_visible_for_client and r.deleted_at is null
    join requests_for_agreements as q on q.agreement_id = a.id
    cross join lateral (
      select t.verdict, t.build from test_results as t
      where t.agreement_id = a.id and t.request_id = q.request_id order by t.id desc limit 1) as last
    where a.id = ${id} and a.deleted_at is null and a."isPublishedOnTestEnv" and ${isAwaited}
      and last.verdict = 'fails' and last.build <> a.build
    order by q.request_id`,
)

/**
 * Returns what failed in an earlier build than the present one, and the present build; nothing for a hidden release.
 */
export async function toTryAgain(db: Db, id: number) {
  const rows = await failed.all(db, { id })
  return {
    build: rows[0]?.build ?? '',
    requests: rows.map(({ id: request_id, e_title }) => ({ id: request_id, e_title })),
  }
}

/** Returns the tests as screens show them. @throws 404 */
export async function trialsFor(db: Db, person: Person, id: number): Promise<trials.Trials> {
  const trying = await tryingOf(db, person, id)
  if (!trying) throw refuse('not_found')
  const { agreement, ...shown } = trying
  return { ...shown, abilities: abilitiesBy(trialPolicy, person, agreement) }
}
