import { decodeName, type publications } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { packagesOf } from '../rules/packages.ts'
import { reached, type DraftFacts } from '../rules/draft.ts'
import { companyNames, filesBySums, reachedBy } from '../store.ts'

const titles = { handed: 'Передано компании' }

/**
 * Records the files that each company was handed, with their hashes: one record in the chain of each release and
 * company.
 */
export async function recordHanded(
  tx: Transaction,
  actor: Actor,
  publication_id: number,
  { list, corrects }: publications.Draft,
  { releases, uses }: DraftFacts,
): Promise<void> {
  const names = new Map((await companyNames(tx)).map(({ idcomp, namecomp }) => [idcomp, decodeName(namecomp)]))
  const sums = await filesBySums(
    tx,
    list.flatMap(({ files }) => files),
  )
  const former = corrects === undefined ? [] : await reachedBy(tx, corrects)
  // To a company that the corrected publication did not reach, these files are new.
  const formerPairs = new Set(former.map(({ release_id, idcomp }) => `${release_id} ${idcomp}`))
  const insteadFor = (release: number, company: number) =>
    formerPairs.has(`${release} ${company}`) ? [`Вместо публикации ${corrects}`] : []
  const records = list.flatMap((item) => {
    const release = releases.get(item.release)
    if (!release) return []
    const packageOf = packagesOf(item, uses)
    const filesFor = (idcomp: number) => packageOf(idcomp).map((id) => sums.get(id) ?? '')
    return reached(item, release).map((company_id) => ({
      entity: 'publication' as const,
      entity_id: publication_id,
      titles,
      before: null,
      after: {
        handed: [
          names.get(company_id) ?? '',
          release.title,
          ...filesFor(company_id),
          ...insteadFor(item.release, company_id),
        ],
      },
      chain: { release_id: item.release, company_id },
    }))
  })
  await recordMany(tx, actor, records)
}
