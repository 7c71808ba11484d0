import type { drafts } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import type { Handed } from '../rules/copies.ts'
import { differenceOf, type SummedFile } from '../rules/differences.ts'
import { oneOf } from '../../../platform/sql.ts'

/** A release of the draft, with those of its modules and companies that the draft names. */
interface DraftItem {
  /** Its place in the draft. */
  place: number
  release_id: number
  modules: number[]
  companies: number[]
}

interface LastSetsInput {
  /** `DraftItem[]` as JSON. */
  items: string
  /** The publication that is corrected, which may be withdrawn; 0 if there is none. */
  corrected: number
}

interface LastSet extends Pick<DraftItem, 'place'> {
  idcomp: number
  publication_id: number
  at: string
  files: SummedFile[]
}

/**
 * The last set of each release or its modules that each of its companies was handed; files of other modules are left
 * out.
 */
const lastSets = statement(
  (_, { items, corrected }: LastSetsInput) => sql<LastSet>`
    with last as (
      select item.place, item.release_id as own_release, item.modules, of_company.*
      from jsonb_to_recordset(${items}::jsonb) as item(place int, release_id int, modules int[], companies int[])
      cross join lateral (
        select distinct on (reached.idcomp) reached.idcomp, reached.publication_release_id as id, reached.release_id,
          p.id as publication_id, p.created_at as at
        from reached_items as reached
        join publications as p on p.id = reached.publication_id
        where reached.idcomp = any(item.companies) and p.deleted_at is null
          and (p.withdrawn_at is null or p.id = ${corrected}::int)
          and (reached.release_id = item.release_id or exists (select from publication_modules as linked
            where linked.publication_release_id = reached.publication_release_id and linked.idmod = any(item.modules)))
          and exists (select from handed_packages as package
            where package.publication_release_id = reached.publication_release_id and package.idcomp = reached.idcomp)
        order by reached.idcomp, p.id desc, reached.publication_release_id desc) as of_company)
    select last.place, last.idcomp, last.publication_id, last.at,
      json_agg(json_build_object('file_name', f.file_name, 'sha256', f.sha256) order by f.id) as files
    from last
    join handed_packages as package on package.publication_release_id = last.id and package.idcomp = last.idcomp
    join shared_files as f on f.id = package.file_id
    where last.release_id = last.own_release
      or not exists (select from publication_file_modules as file_module
        where file_module.publication_release_id = last.id and file_module.file_id = f.id)
      or exists (select from publication_file_modules as file_module
        where file_module.publication_release_id = last.id and file_module.file_id = f.id and file_module.idmod = any(last.modules))
    group by last.place, last.idcomp, last.publication_id, last.at`,
)

const sumsOf = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('shared_files').select(['id', 'file_name', 'sha256']).where('id', '=', oneOf(ids)),
)

type SetChange = Omit<drafts.SetChange, 'companies'> & { companies: number[] }

function changesOf({ release, companies, packageFor }: Handed, sums: ReadonlyMap<number, SummedFile>, sets: LastSet[]) {
  const lastBy = new Map(sets.map((set) => [set.idcomp, set]))
  const all = companies.map((idcomp): SetChange => {
    const now = packageFor(idcomp).flatMap(({ id }) => sums.get(id) ?? [])
    const last = lastBy.get(idcomp)
    return {
      release: { id: release.id, title: release.title },
      last: last ? { publication_id: last.publication_id, at: last.at } : null,
      ...differenceOf(now, last?.files ?? []),
      companies: [idcomp],
    }
  })
  const alike = Map.groupBy(all, ({ companies: _, ...change }) => JSON.stringify(change))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, companies: [first, ...others].flatMap((one) => one.companies) }] : [],
  )
}

interface ItemModules {
  release: number
  modules: number[]
}

/** How a draft differs from the last set of each company; companies with equal differences are grouped. */
export async function setChangesOf(
  db: Db,
  handed: readonly Handed[],
  { list, corrects }: { list: readonly ItemModules[]; corrects?: number | null | undefined },
): Promise<SetChange[]> {
  const modulesOf = new Map(list.map(({ release, modules }) => [release, modules]))
  const items = handed.map(({ release: { id }, companies }, place): DraftItem => ({
    place,
    release_id: id,
    modules: modulesOf.get(id) ?? [],
    companies,
  }))
  const [rows, sets] = await Promise.all([
    sumsOf.all(db, { ids: handed.flatMap(({ files }) => files.map(({ id }) => id)) }),
    lastSets.all(db, { items: JSON.stringify(items), corrected: corrects ?? 0 }),
  ])
  const sums = new Map(rows.map(({ id, ...file }) => [id, file]))
  const byPlace = Map.groupBy(sets, ({ place }) => place)
  return handed.flatMap((item, place) => changesOf(item, sums, byPlace.get(place) ?? []))
}
