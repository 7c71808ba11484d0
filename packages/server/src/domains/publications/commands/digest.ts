import { createHash } from 'node:crypto'
import type { publications } from '@vypusk/contract'
import { addressees, type DraftFacts } from '../rules/draft.ts'
import type { Handed } from '../rules/copies.ts'

const byNumber = (a: number, b: number) => a - b

/**
 * The digest of who would get what: the files of each company, and the people and addresses that letters go to. It
 * stays the same as long as publishing does what the preview has shown.
 */
export function digestOf(draft: publications.Draft, known: DraftFacts, handed: readonly Handed[]): string {
  const sets = handed.map(({ release, companies, packageFor }) => [
    release.id,
    companies.toSorted(byNumber).map((idcomp) => [
      idcomp,
      packageFor(idcomp)
        .map(({ id }) => id)
        .toSorted(byNumber),
    ]),
  ])
  const people = addressees(draft, known)
    .map(({ id, email, idcomp, is_blocked = false }) => ({ id, email, idcomp, is_blocked }))
    .toSorted((a, b) => byNumber(a.id, b.id))
  return createHash('sha256').update(JSON.stringify({ sets, people })).digest('hex')
}
