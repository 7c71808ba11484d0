import type { drafts } from '@vypusk/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/call.ts'
import { statement } from '../../../platform/statement.ts'
import type { Handed } from '../rules/copies.ts'
import { differenceOf, type SummedFile } from '../rules/differences.ts'
import { oneOf } from '../../../platform/sql.ts'

interface LastSetsInput {
  release_id: number
  modules: number[]
  companies: number[]
  /** The publication that is corrected, which may be withdrawn; 0 if there is none. */
  corrected: number
}

interface LastSet {
  idcomp: number
  publication_id: number
  at: string
  files: SummedFile[]
}

/** The last set of this release or its modules that each company was handed; files of other modules are left out. */
const lastSets = statement(
  (_, { release_id, modules, companies, corrected }: LastSetsInput) => sql<LastSet>`
    with last as (
      select distinct on (reached.idcomp) reached.idcomp, reached.publication_release_id as id, reached.release_id,
        p.id as publication_id, p.created_at as at
      from reached_items as reached
      join publications as p on p.id = reached.publication_id
      where reached.idcomp = any(${companies}::int[]) and p.deleted_at is null
        and (p.withdrawn_at is null or p.id = ${corrected}::int)
        and (reached.release_id = ${release_id}::int or exists (select from publication_modules as linked
          where linked.publication_release_id = reached.publication_release_id and linked.idmod = any(${modules}::int[])))
        and exists (select from handed_packages as package
          where package.publication_release_id = reached.publication_release_id and package.idcomp = reached.idcomp)
      order by reached.idcomp, p.id desc, reached.publication_release_id desc)
    select last.idcomp, last.publication_id, last.at,
      json_agg(json_build_object('file_name', f.file_name, 'sha256', f.sha256) order by f.id) as files
    from last
    join handed_packages as package on package.publication_release_id = last.id and package.idcomp = last.idcomp
    join shared_files as f on f.id = package.file_id
    where last.release_id = ${release_id}::int
      or not exists (select from publication_file_modules as file_module
        where file_module.publication_release_id = last.id and file_module.file_id = f.id)
      or exists (select from publication_file_modules as file_module
        where file_module.publication_release_id = last.id and file_module.file_id = f.id and file_module.idmod = any(${modules}::int[]))
    group by last.idcomp, last.publication_id, last.at`,
)

const sumsOf = statement((db, { ids }: { ids: number[] }) =>
  db.selectFrom('shared_files').select(['id', 'file_name', 'sha256']).where('id', '=', oneOf(ids)),
)

type SetChange = Omit<drafts.SetChange, 'companies'> & { companies: number[] }

async function changesOf(db: Db, item: Handed, { modules, corrected }: Pick<LastSetsInput, 'modules' | 'corrected'>) {
  const { release, companies, files, packageFor } = item
  const [rows, sets] = await Promise.all([
    sumsOf.all(db, { ids: files.map(({ id }) => id) }),
    lastSets.all(db, { release_id: release.id, modules, companies, corrected }),
  ])
  const sums = new Map(rows.map(({ id, ...file }) => [id, file]))
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
  const corrected = corrects ?? 0
  const changes: SetChange[] = []
  for (const item of handed) {
    const modules = list.find(({ release }) => release === item.release.id)?.modules ?? []
    changes.push(...(await changesOf(db, item, { modules, corrected })))
  }
  return changes
}
