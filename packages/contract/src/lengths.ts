/**
 * The one measure of texts: characters, as Unicode counts them (code points). So do the bounds of zod, `maxLength` of
 * the reference and `length()` of the database, while `length` of JavaScript counts an emoji as two
 * (docs/decisions/0176).
 */

/** Characters that take two places in a string. */
const WIDE = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

export const charactersOf = (text: string): number => text.length - (text.match(WIDE)?.length ?? 0)

/** Whether the text has more than `most` characters. */
export const isLongerThan = (text: string, most: number): boolean => text.length > most && charactersOf(text) > most

/** The first `most` characters of the text; none is cut in two, because the database takes no half of one inside JSON. */
export const cutTo = (text: string, most: number): string =>
  isLongerThan(text, most)
    ? Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('')
    : text

/** The text, or its beginning with «…» if it is longer. */
export const beginningOf = (text: string, longest: number): string =>
  isLongerThan(text, longest) ? `${cutTo(text, longest - 1)}…` : text

/** The longest ending that is an extension: `.properties`. */
const LONGEST_ENDING = 20

/** A file's name of at most `most` characters, with its extension kept: programs know by it what the file is. */
export function cutName(name: string, most: number): string {
  if (!isLongerThan(name, most)) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= LONGEST_ENDING ? name.slice(dot) : ''
  return cutTo(name, most - charactersOf(ending)) + ending
}
