import type { Making } from './agreement-shapes.ts'
import { decode } from './company-names.ts'
import type { Company, Person } from './people.ts'
import type { Release } from './releases.ts'
import type { Moment } from './time.ts'

/** Records in the companies' chains about what they were handed and what was taken back, as the product writes them. */

interface Act {
  /** Id of the publication. */
  id: number
  author: Person
  at: Moment
}

interface HandedRelease {
  release: Release
  own: Company[]
  filesFor: (company: Company) => { file_name: string; sha256: string }[]
}

/** Records what each company was handed, by file and checksum. */
export function recordHanded(
  { journal }: Pick<Making, 'journal'>,
  { id, author: person, at, corrects }: Act & { corrects: number | null },
  sent: readonly HandedRelease[],
): void {
  const instead = corrects === null ? [] : [`Вместо публикации ${corrects}`]
  for (const { release, own, filesFor } of sent) {
    for (const company of own) {
      const files = filesFor(company).map(({ file_name, sha256 }) => `${file_name} (SHA-256 ${sha256})`)
      const after = [decode(company.namecomp), release.title, ...files, ...instead]
      const record = journal.of('publication', id, { release_id: release.id, company_id: company.idcomp })
      record({ field: 'handed', before: null, after, person, at })
    }
  }
}

/** Records that a publication was taken back, and for each company that its files are no longer valid. */
export function recordTaken(
  { journal }: Pick<Making, 'journal'>,
  { id, author: person, at, reason }: Act & { reason: string },
  sent: readonly HandedRelease[],
): void {
  journal.of('publication', id)({ field: 'withdrawn', before: '', after: reason, person, at })
  for (const { release, own } of sent) {
    for (const { idcomp, namecomp } of own) {
      const record = journal.of('publication', id, { release_id: release.id, company_id: idcomp })
      record({ field: 'withdrawn_from', before: null, after: [decode(namecomp), release.title, reason], person, at })
    }
  }
}
