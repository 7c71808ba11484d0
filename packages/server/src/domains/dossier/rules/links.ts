/**
 * Removes links from the letters in a dossier: its reader must not be able to use the links that were meant for the
 * addressee.
 */

const HREF = /\s(href|src)=("[^"]*"|'[^']*')/gi
const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi

const CUT = '[ссылка убрана]'

/** The HTML of a letter without links and images. */
export const withoutLinks = (html: string): string => html.replace(HREF, '').replace(ADDRESS, CUT)

/** The same for plain text. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, CUT)
