/** Quotes, slashes, brackets and similar characters, which the brief (section 5) does not want shown. */
const SPECIAL = /["'`«»“”„‘’\\/|<>()[\]{}*?:;^~]+/g

/**
 * Cleans a name for display only; the stored name and the file's bytes stay as they are.
 * @example sanitizeName('акт "приёмки" [v2].pdf') // акт приёмки v2.pdf
 */
export const sanitizeName = (name: string): string =>
  name
    .replaceAll(SPECIAL, '')
    .replaceAll(/\s{2,}/g, ' ')
    .trim()

/** The entities that company names contain, by name. The ampersand is last: what it begins is not decoded once more. */
export const NAME_ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  lt: '<',
  gt: '>',
  apos: "'",
  '#39': "'",
  laquo: '«',
  raquo: '»',
  amp: '&',
}
const NAME_ENTITY = new RegExp(`&(${Object.keys(NAME_ENTITIES).join('|')});`, 'g')

/**
 * Decodes entities in a company name, once and for display only: names may contain encoded quotes (api.md, Company).
 */
export const decodeName = (name: string): string =>
  name.replaceAll(NAME_ENTITY, (whole, entity: string) => NAME_ENTITIES[entity] ?? whole)

/**
 * Puts a name in Russian quotes. Quotes inside it become the inner kind, and a name that is already fully quoted is not
 * quoted twice.
 * @example inQuotes('Релиз «Порт»') // «Релиз „Порт“»
 */
export function inQuotes(name: string): string {
  if (/^«[^«»]*»$/.test(name)) return name
  return `«${name.replaceAll('«', '„').replaceAll('»', '“')}»`
}

interface Named {
  id: number
  name: string
}

/** The name of one of several things: if another has the same name, such as a hidden company, its number is added. */
export const nameAmong = (things: readonly Named[], { id, name }: Named): string =>
  things.some((other) => other.name === name && other.id !== id) ? `${name} (№ ${id})` : name
