/** Letters in a dossier answer nothing any more: whoever reads them must not be able to press what the addressee could. */

const HREF = /\s(href|src)=("[^"]*"|'[^']*')/gi
const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi

const CUT = '[ссылка убрана]'

/** HTML of a letter whose links and pictures lead nowhere. */
export const withoutLinks = (html: string): string => html.replace(HREF, '').replace(ADDRESS, CUT)

/** The same of plain text. */
export const withoutAddresses = (text: string): string => text.replace(ADDRESS, CUT)
