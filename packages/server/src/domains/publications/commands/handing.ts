import { decodeName } from '@vypusk/contract'
import type { Actor } from '../../../platform/call.ts'
import { recordMany } from '../../../platform/history.ts'
import type { Transaction } from '../../../platform/transaction.ts'
import { handedSets, type HandedSet } from '../queries/handed.ts'

const titles = { handed: 'Передано компании' }

/** How many companies' sets are read and recorded at once: of each at most some hundred files. */
const AT_ONCE = 10

const recordOf = (
  publication_id: number,
  { release_id, title, idcomp: company_id, namecomp, files, instead_of }: HandedSet,
) => ({
  entity: 'publication' as const,
  entity_id: publication_id,
  titles,
  before: null,
  after: {
    handed: [
      decodeName(namecomp),
      title,
      ...files.map(({ file_name, sha256 }) => `${file_name} (SHA-256 ${sha256})`),
      ...(instead_of === null ? [] : [`Вместо публикации ${instead_of}`]),
    ],
  },
  chain: { release_id, company_id },
})

/**
 * Records the files that each company was handed of releases of a publication, with their hashes: one record in the
 * chain of each release and company.
 */
export async function recordHanded(
  tx: Transaction,
  actor: Actor,
  publication_id: number,
  releases: readonly number[],
): Promise<HandedSet[]> {
  const all: HandedSet[] = []
  for (;;) {
    const sets = await handedSets.all(tx, { publication_id, releases, limit: AT_ONCE, after: all.at(-1) })
    await recordMany(
      tx,
      actor,
      sets.map((set) => recordOf(publication_id, set)),
    )
    all.push(...sets)
    if (sets.length < AT_ONCE) return all
  }
}
