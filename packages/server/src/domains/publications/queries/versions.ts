import { sql } from 'kysely'
import type { ReplyOf, versions } from '@vypusk/contract'
import type { Db, Person } from '../../../platform/call.ts'
import { remembered } from '../../../platform/memory.ts'
import { refuse } from '../../../platform/refusal.ts'
import { inRussianOrder, momentInJson, oneOf } from '../../../platform/sql.ts'
import { statement } from '../../../platform/statement.ts'
import { isReleaseKnown } from '../../access/port.ts'

/** Which version of which module each company has, as derived from the view handed_versions, the only source for it. */

type Version = versions.ModuleVersion
type Handed = versions.HandedVersion

/** One company, or all. */
interface Whose {
  idcomp: number | null
}

const whose = ({ isRivc, idcomp }: Person): Whose => ({ idcomp: isRivc ? null : (idcomp ?? -1) })

const byCompany = ({ idcomp }: Whose) => (idcomp === null ? sql`true` : sql`handed.idcomp = ${idcomp}`)

/**
 * The version with the surest evidence, of equally sure ones the latest; the others were handed over before it or after
 * it.
 */
const currentVersions = statement(
  (_, input: Whose) => sql<Version>`
    with handed as materialized (
      select handed.*, releases.title,
        coalesce(installed_at, received_at, fetched_at, handed_at) as at,
        case when installed_at is not null then 'installed' when received_at is not null then 'received'
          when fetched_at is not null then 'fetched' else 'handed' end as known
      from handed_versions as handed
      join shared_releases as releases on releases.id = handed.release_id
      where ${byCompany(input)}
    ), latest as (
      select distinct on (idcomp, idmod) * from handed
      where withdrawn_at is null
      order by idcomp, idmod, handed_at desc, publication_release_id desc
    ), present as (
      select distinct on (idcomp, idmod) * from handed
      order by idcomp, idmod, array_position(array['installed', 'received', 'fetched', 'handed'], known), at desc,
        publication_release_id desc
    ), behind as (
      select present.idcomp, present.idmod, count(*)::int as count
      from present join handed on handed.withdrawn_at is null and handed.idcomp = present.idcomp and handed.idmod = present.idmod
        and (handed.handed_at, handed.publication_release_id) > (present.handed_at, present.publication_release_id)
      group by present.idcomp, present.idmod
    )
    select present.idcomp, present.idmod, present.publication_id, own.version, present.known, present.at, present.withdrawn_at is not null as withdrawn,
      json_build_object('id', present.release_id, 'title', present.title) as release,
      coalesce(behind.count, 0) as behind,
      case when latest.publication_id is not null then json_build_object('publication_id', latest.publication_id, 'version', last.version,
        'release', json_build_object('id', latest.release_id, 'title', latest.title),
        'at', ${momentInJson('latest.handed_at')}) end as latest
    from present
    left join latest on latest.idcomp = present.idcomp and latest.idmod = present.idmod
    join package_versions as own on own.publication_release_id = present.publication_release_id
      and own.idcomp = present.idcomp and own.idmod = present.idmod
    left join package_versions as last on last.publication_release_id = latest.publication_release_id
      and last.idcomp = latest.idcomp and last.idmod = latest.idmod
    left join behind on behind.idcomp = present.idcomp and behind.idmod = present.idmod`,
)

/** The key of all companies; no company has this id. */
const ALL = 0

/**
 * The versions by company and of all companies, remembered until any of these tables changes: the more was ever handed
 * over, the longer they take to read.
 */
const remembering = remembered(
  {
    of: [
      'publications',
      'publication_receipts',
      'publication_checks',
      'file_downloads',
      'files',
      'releases',
      'not_publishing_list',
      'companies',
    ],
    most: 500,
  },
  (db, companies: number[]): Promise<[number, readonly Version[]][]> =>
    Promise.all(
      companies.map(async (company) => [
        company,
        await currentVersions.all(db, { idcomp: company === ALL ? null : company }),
      ]),
    ),
)

async function versionsOf(db: Db, person: Person): Promise<readonly Version[]> {
  const company = whose(person).idcomp ?? ALL
  return (await remembering(db, [company])).get(company) ?? []
}

const shown = ({ client_ids, module_ids, behind }: versions.VersionQuery) => {
  const [companies, modules] = [new Set(client_ids), new Set(module_ids)]
  return (one: Version) =>
    (companies.size === 0 || companies.has(one.idcomp)) &&
    (modules.size === 0 || modules.has(one.idmod)) &&
    (!behind || one.behind > 0)
}

/** The last valid version of each module that was handed over to anybody. */
function newestOf(all: readonly Version[]): Map<number, Handed> {
  const newest = new Map<number, Handed>()
  for (const { idmod, latest } of all) {
    const before = newest.get(idmod)
    if (latest && (!before || latest.at > before.at)) newest.set(idmod, latest)
  }
  return newest
}

const companiesBy = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_companies as companies')
    .select(['idcomp', 'namecomp'])
    .where('idcomp', '=', oneOf(ids))
    .orderBy(inRussianOrder('namecomp'))
    .orderBy('idcomp'),
)

const modulesBy = statement((db, { ids }: { ids: number[] }) =>
  db
    .selectFrom('shared_modules as modules')
    .innerJoin('shared_systems as systems', 'systems.idsys', 'modules.idsys')
    .select(['modules.idmod', 'namemod', 'modules.idsys', 'namesys as system'])
    .where('modules.idmod', '=', oneOf(ids))
    .orderBy(inRussianOrder('namesys'))
    .orderBy(inRussianOrder('namemod'))
    .orderBy('modules.idmod'),
)

/** The map of companies and modules, as the caller may see it. */
export async function versionsMap(
  db: Db,
  person: Person,
  query: versions.VersionQuery,
): Promise<ReplyOf<typeof versions.list>> {
  const all = await versionsOf(db, person)
  const matching = all.filter(shown(query))
  const newest = newestOf(all)
  const [companies, modules] = await Promise.all([
    companiesBy.all(db, { ids: [...new Set(matching.map(({ idcomp }) => idcomp))] }),
    modulesBy.all(db, { ids: [...new Set(matching.map(({ idmod }) => idmod))] }),
  ])
  return {
    companies,
    modules: modules.map((module) => ({ ...module, newest: newest.get(module.idmod) ?? null })),
    versions: matching,
  }
}

interface OfModule extends Whose {
  release_id: number
}

const versionsWhere = (withdrawn: boolean) => sql`
  array(select distinct version from standing as own, unnest(own.versions) as version
    where own.idmod = standing.idmod and own.withdrawn = ${sql.lit(withdrawn)} and version <> '' order by version)`

interface Counted {
  idmod: number
  versions: string[]
  withdrawn: versions.ReleaseVersion['withdrawn']
  companies: versions.ReleaseVersion['companies']
}

/**
 * What is known of the release at each company; if it was handed over twice, the surer evidence counts. What was withdrawn
 * counts, apart, only where nothing valid was handed over.
 */
const counted = statement(
  (_, { release_id, idcomp }: OfModule) => sql<Counted>`
    with handed as (
      select handed.idmod, handed.idcomp, handed.withdrawn_at is not null as withdrawn, array_agg(distinct own.version) as versions,
        count(installed_at) > 0 as installed, count(received_at) > 0 as received, count(fetched_at) > 0 as fetched
      from handed_versions as handed
      join package_versions as own on own.publication_release_id = handed.publication_release_id
        and own.idcomp = handed.idcomp and own.idmod = handed.idmod
      where handed.release_id = ${release_id} and ${byCompany({ idcomp })}
      group by handed.idmod, handed.idcomp, handed.withdrawn_at is not null
    ), standing as (
      select * from handed
      where not withdrawn or not exists (select from handed as valid
        where valid.idmod = handed.idmod and valid.idcomp = handed.idcomp and not valid.withdrawn)
    )
    select idmod, ${versionsWhere(false)} as versions,
      json_build_object('versions', ${versionsWhere(true)}, 'companies', count(*) filter (where withdrawn)) as withdrawn,
      json_build_object(
        'installed', count(*) filter (where not withdrawn and installed),
        'received', count(*) filter (where not withdrawn and received and not installed),
        'fetched', count(*) filter (where not withdrawn and fetched and not received and not installed),
        'handed', count(*) filter (where not withdrawn and not fetched and not received and not installed)) as companies
    from standing group by idmod`,
)

/** The versions of a release's modules. @throws 404 if the caller may not see the release */
export async function versionsOfRelease(db: Db, person: Person, id: number): Promise<versions.ReleaseVersion[]> {
  if (!(await isReleaseKnown(db, person, id))) throw refuse('not_found')
  const rows = await counted.all(db, { release_id: id, ...whose(person) })
  const byModule = new Map(rows.map((row) => [row.idmod, row]))
  const modules = await modulesBy.all(db, { ids: [...byModule.keys()] })
  return modules.flatMap((module) => {
    const row = byModule.get(module.idmod)
    return row ? [{ module, versions: row.versions, withdrawn: row.withdrawn, companies: row.companies }] : []
  })
}
