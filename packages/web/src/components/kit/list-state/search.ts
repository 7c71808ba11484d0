/** The query part of an address as plain strings: readable, short, safe to send to a colleague. */
export type Search = Record<string, string | undefined>

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Commas, colons and slashes are not escaped, so that a list reads `?status_ids=1,2`. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll(/%(2C|3A|2F|40)/g, decodeURIComponent)

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
