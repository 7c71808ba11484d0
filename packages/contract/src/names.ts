/** Quotes, slashes, brackets and the like, which the brief (section 5) wants out of sight. */
const SPECIAL = /["'`«»“”„‘’\\/|<>()[\]{}*?:;^~]+/g

/**
 * A string for display only: the stored name and its bytes stay as they are.
 * @example sanitizeName('акт "приёмки" [v2].pdf') // акт приёмки v2.pdf
 */
export const sanitizeName = (name: string): string =>
  name
    .replaceAll(SPECIAL, '')
    .replaceAll(/\s{2,}/g, ' ')
    .trim()

const ENTITIES: Record<string, string> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  '#39': "'",
  laquo: '«',
  raquo: '»',
}

/** Company names may hold encoded quotes (api.md, Company); decoded once, for display only. */
export const decodeName = (name: string): string =>
  name.replaceAll(/&(quot|amp|lt|gt|apos|#39|laquo|raquo);/g, (whole, entity: string) => ENTITIES[entity] ?? whole)

/**
 * A name in quotes, as Russian sets them: quotes of its own become the inner ones, and a name that is wholly in quotes is
 * not quoted twice.
 * @example inQuotes('Релиз «Порт»') // «Релиз „Порт“»
 */
export function inQuotes(name: string): string {
  if (/^«[^«»]*»$/.test(name)) return name
  return `«${name.replaceAll('«', '„').replaceAll('»', '“')}»`
}
