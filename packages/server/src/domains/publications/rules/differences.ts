/** Compares the files that a company is handed now with those it was handed last (beyond.md, section 8). */

export interface SummedFile {
  file_name: string
  sha256: string
}

export interface Difference {
  /** Nothing similar was in the last set. */
  added: string[]
  /** It was in the last set, and nothing similar is in this one. */
  removed: string[]
  /** Exactly the same bytes as in the last set. */
  same: string[]
  /** How many are another version of a file in the last set. */
  renewed: number
}

/** The part of a name that stays from version to version: «prichaly-6.0.9.sql.gz» becomes «prichaly.sql.gz». */
export const stemOf = (file_name: string): string => file_name.toLowerCase().replaceAll(/[\s._-]*\d+(?:[._-]\d+)*/g, '')

const named = (files: readonly SummedFile[]) => files.map(({ file_name }) => file_name)

/**
 * Compares two sets of files: by their bytes first, then by their names without numbers, so that another version of a
 * file counts as renewed.
 */
export function differenceOf(now: readonly SummedFile[], before: readonly SummedFile[]): Difference {
  const [sums, stems] = [
    new Set(before.map(({ sha256 }) => sha256)),
    new Set(before.map(({ file_name }) => stemOf(file_name))),
  ]
  const [same, others] = [now.filter(({ sha256 }) => sums.has(sha256)), now.filter(({ sha256 }) => !sums.has(sha256))]
  const isRenewed = ({ file_name }: SummedFile) => stems.has(stemOf(file_name))
  const [kept, present] = [
    new Set(same.map(({ sha256 }) => sha256)),
    new Set(now.map(({ file_name }) => stemOf(file_name))),
  ]
  const isGone = ({ file_name, sha256 }: SummedFile) => !kept.has(sha256) && !present.has(stemOf(file_name))
  return {
    added: named(others.filter((file) => !isRenewed(file))),
    removed: named(before.filter(isGone)),
    same: named(same),
    renewed: others.filter(isRenewed).length,
  }
}
